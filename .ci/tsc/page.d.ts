// What the scripts of pages get from elsewhere. Which elements and attributes there are, templates decide: so what is
// found in a page has no type of its own here, and calls between our modules are what is checked.

declare const htmx: any;

interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}

interface Document {
  readonly activeElement: any;
  getElementById(id: string): any;
}

interface Element {
  closest(selectors: string): any;
}

interface Event {
  readonly detail?: any;
}

interface EventTarget {
  action: any;
  checked: any;
  dataset: any;
  id: any;
  name: any;
  value: any;
  closest(selectors: string): any;
  matches(selectors: string): boolean;
}

interface Navigator {
  readonly userAgentData?: { brands?: { brand: string }[]; platform?: string };
}
