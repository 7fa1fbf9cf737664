// The chat beside a match: fetched again when there is news. Sent messages leave the field, refused ones stay in it.

import { keepAsking } from "./asking.js";
import { renew } from "./form_keys.js";

const PAUSE = 15000;

export const isChatNews = (news) => news.type === "chat.changed";

export const tellChat = () => htmx.trigger(document.body, "chat-changed");

/** Begin the next message, which is a new one even with the same text: see `form_keys.js`. */
function begin(form) {
  form?.reset();
  if (form) renew(form);
}

export function followChat() {
  keepAsking(tellChat, PAUSE);
  document.addEventListener("htmx:after:swap", ({ detail }) => {
    if (detail.ctx.target.id !== "chat-lines") return;
    // The chat starts folded where no messages are expected.
    const fold = document.getElementById("chat-fold");
    if (fold && document.querySelector("#chat-lines li:not(.muted)")) fold.open = true;
    const { method, action } = detail.ctx.request;
    const sent = method === "POST" && action.endsWith("/chat/") && detail.ctx.response.status < 400;
    if (sent) begin(document.getElementById("chat-write"));
  });
}
