// What the service worker gets from elsewhere: the line that the site prepends, and the kind of its scope and events.

declare const OFFLINE: { version: string; files: string[]; pages: Record<string, string> };

interface NotificationOptions {
  renotify?: boolean;
}

interface WorkerGlobalScope {
  readonly clients: Clients;
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
}

interface Event {
  readonly data: any;
  readonly newSubscription: PushSubscription | null;
  readonly notification: Notification;
  readonly oldSubscription: PushSubscription | null;
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
  waitUntil(work: Promise<unknown>): void;
}
