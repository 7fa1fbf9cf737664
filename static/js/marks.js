// Draws what an action would do on the board: in previews, and in the analysis of a match.

import { boxOf, elementAt, frameOver, picture } from "./places.js";

/** A frame over an element with a text in it. */
function noteOver(element, className, text) {
  const note = frameOver(element, className);
  note.dataset.text = text;
  return note;
}

function placePiece(layer, { start, goal, drawing }) {
  const [from, to] = [elementAt(start), elementAt(goal)];
  if (!to) return;
  const [a, b] = [from ? boxOf(from) : null, boxOf(to)];
  const piece = picture(drawing, b.height > b.width || !a ? b.width : a.width);
  if (!piece) return;
  if (from !== to && from?.closest("#display") && to.closest("#display")) {
    const line = document.createElement("i");
    line.className = "preview-way";
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    Object.assign(line.style, {
      left: `${a.x + scrollX}px`,
      top: `${a.y + scrollY}px`,
      width: `${Math.hypot(dx, dy)}px`,
      rotate: `${Math.atan2(dy, dx)}rad`,
    });
    layer.append(line);
  }
  piece.classList.add("ghost--preview");
  Object.assign(piece.style, {
    left: `${b.x + scrollX}px`,
    top: `${b.y + scrollY}px`,
    rotate: `${to.dataset.turn ?? 0}deg`,
  });
  layer.append(piece);
}

/** Draw what an action would do: paths of pieces, rings and notes at places, changes of the seats' stocks. */
export function drawMarks({ ways, marks, gains = [] }) {
  const layer = document.createElement("div");
  layer.id = "preview-marks";
  layer.setAttribute("aria-hidden", "true");
  for (const way of ways.filter(({ goal }) => !goal.startsWith("seat-"))) placePiece(layer, way);
  for (const { place, text, lifted } of marks) {
    const element = elementAt(place);
    if (!element) continue;
    if (lifted) element.classList.add("is-lifted");
    else layer.append(text ? noteOver(element, "preview-note", text) : frameOver(element, "preview-ring"));
  }
  for (const { seat, place, change } of gains) {
    const stock = document.querySelectorAll(`#seat-${seat} .stock > li`)[place]?.querySelector("b");
    if (!stock) continue;
    const css = `preview-note preview-note--beside${change < 0 ? " preview-note--less" : ""}`;
    layer.append(noteOver(stock, css, change > 0 ? `+${change}` : `−${-change}`));
  }
  document.body.append(layer);
}

/** Remove all marks. */
export function clear() {
  document.getElementById("preview-marks")?.remove();
  for (const element of document.querySelectorAll(".is-lifted")) element.classList.remove("is-lifted");
}
