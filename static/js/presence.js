// Who else has a page open: a light beside their name at the table. What answers the match's polls names their seats.

let here = [];

function show() {
  const light = document.getElementById("here-now");
  if (!light) return;
  for (const seat of document.querySelectorAll("#match .seat")) {
    const [lamp, isHere] = [seat.querySelector(".lamp"), here.includes(seat.id)];
    if (isHere && !lamp) seat.querySelector(".seat__top").append(light.content.cloneNode(true));
    if (!isHere) lamp?.remove();
  }
}

export function followPresence() {
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    const seats = ctx.response.headers.get("Here");
    if (seats === null) return;
    here = seats.split(" ").map((number) => `seat-${number}`);
    show();
  });
  document.addEventListener("htmx:after:swap", show);
}
