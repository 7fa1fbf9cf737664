// The chat beside a match: fetched anew when there is news; what was sent leaves the field, what was refused stays.

import { renew } from "./once.js";

export const isChatNews = (news) => news.type === "chat.changed";

export const tellChat = () => htmx.trigger(document.body, "chat-changed");

/** The next message is another one, however much alike: see `once.js`. */
function begin(form) {
  form?.reset();
  if (form) renew(form);
}

export function followChat() {
  document.addEventListener("htmx:after:swap", ({ detail }) => {
    if (!document.getElementById("chat")?.contains(detail.ctx.target)) return;
    // Where nobody was expected to say anything it was folded.
    if (document.querySelector("#chat-lines li:not(.muted)")) document.getElementById("chat-fold").open = true;
    const { method, action } = detail.ctx.request;
    const sent = method === "POST" && action.endsWith("/chat/") && detail.ctx.response.status < 400;
    if (sent) begin(document.getElementById("chat-write"));
  });
}
