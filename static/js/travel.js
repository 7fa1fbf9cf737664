// Animates pieces from their old place to their new one. Only pictures of the pieces move, and nothing waits for them;
// the piece itself (`data-piece`, where single pieces are marked) appears when its picture has arrived.
//
// One's own pieces start at the press if the preview has said how they move. The response confirms it or not.

import { attempt, wantsStill } from "./allowed.js";
import { boxOf, elementAt, frameOver, goalBox, picture, ways } from "./places.js";

const TRAVEL = 420;
const APART = 90;
/** Milliseconds between an action and what follows from it, shown one after the other: playing, drawing, scoring. */
const BEAT = 380;
const AT_MOST = 1200;
const RING = 2000;
/** In a replay, where readers jump anywhere, pieces travel only over jumps of at most this many steps: about a turn. */
const MOST_STEPS = 12;
const EASE = "cubic-bezier(.5, 0, .15, 1)";

const coming = new Map();
/** Running animations. */
const flights = new Set();

/** The piece that has arrived at a box: of all with this drawing, the nearest one. */
function pieceAt({ x, y }, drawing) {
  const far = (piece) => Math.hypot(boxOf(piece).x - x, boxOf(piece).y - y);
  const pieces = [...document.querySelectorAll(`[data-piece="${CSS.escape(drawing)}"]`)];
  return pieces.filter((piece) => piece.getClientRects().length).sort((one, other) => far(one) - far(other))[0];
}

/** Hide a piece until the last of its pictures has arrived. */
function hide(piece) {
  coming.set(piece, (coming.get(piece) ?? 0) + 1);
  piece.classList.add("is-coming");
}

function reveal(piece) {
  coming.set(piece, coming.get(piece) - 1);
  if (coming.get(piece)) return;
  coming.delete(piece);
  piece.classList.remove("is-coming");
}

/** Start the animation of a picture; null if that is not possible. */
function fly(from, to, drawing, delay) {
  const ghost = picture(drawing, from.width);
  if (!ghost) return null;
  Object.assign(ghost.style, { left: `${from.x}px`, top: `${from.y}px` });
  document.body.append(ghost);
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const width = Number.parseFloat(ghost.style.width);
  const small = to.isCounted || width === from.width ? to.width / width : 1;
  const lie = (x, y, scale) => `translate(-50%, -50%) translate(${x}px, ${y}px) scale(${scale})`;
  const frames = [
    { transform: lie(0, 0, 1), opacity: 1 },
    { transform: lie(dx / 2, dy / 2 - 24, (1 + small) / 2 + 0.06), opacity: 1, offset: 0.5 },
    { transform: lie(dx, dy, small), opacity: 1 },
  ];
  const flight = attempt(() => ghost.animate(frames, { duration: TRAVEL, delay, easing: EASE, fill: "both" }));
  if (flight) return { ghost, flight };
  ghost.remove();
  return null;
}

/** Remove a picture when it arrives, and show the piece itself. */
function land({ ghost, flight }, to, drawing) {
  const piece = to.isCounted ? null : pieceAt(to, drawing);
  if (piece) hide(piece);
  flights.add(flight);
  const arrived = () => {
    flights.delete(flight);
    ghost.remove();
    if (piece) reveal(piece);
  };
  flight.finished.then(arrived, arrived);
}

/** Pictures that started at the press, before the response, each with its path and its piece. */
const early = [];

/** Start pieces at the press; they stay where they arrive until the response is there. */
export function setOut(moved) {
  if (wantsStill().matches) return;
  for (const [number, [start, goal, drawing]] of moved.entries()) {
    const [origin, to] = [elementAt(start), elementAt(goal)];
    if (!origin || !to || !origin.getClientRects().length) continue;
    const sent = fly(boxOf(origin), goalBox(to), drawing, number * APART);
    if (!sent) continue;
    const alike = [origin, ...origin.querySelectorAll("[data-piece]")].filter((it) => it.dataset.piece === drawing);
    const isOne = alike.length === 1 && !origin.dataset.more; // otherwise one of several goes, and the others stay
    const piece = isOne ? alike[0] : null;
    if (piece) hide(piece);
    early.push({ ...sent, start, goal, piece });
  }
}

/** Take the picture that has already started on this path, and reveal its piece; null without one. */
function goneInPreview(start, goal) {
  const place = early.findIndex((sent) => sent.start === start && sent.goal === goal);
  if (place < 0) return null;
  const [sent] = early.splice(place, 1);
  if (sent.piece) reveal(sent.piece);
  return sent;
}

/** Undo the moves that no response has confirmed: the pieces are back where they were. */
export function callBack() {
  for (const { ghost, flight, piece } of early.splice(0)) {
    flight.cancel();
    ghost.remove();
    if (piece) reveal(piece);
  }
}

/** With reduced motion, ring the goal for a while, at most until the result is there. */
function ring(goal) {
  const element = elementAt(goal);
  if (!element) return;
  const mark = frameOver(element, "arrived");
  document.body.append(mark);
  setTimeout(() => mark.remove(), RING);
}

/**
 * The paths of a log line in its beats: pieces that start where the first, different one left are its consequences.
 *
 * @param {any[]} paths
 */
function beatsOf([first, ...others]) {
  const follows = ([start, , drawing]) => start === first[0] && drawing !== first[2];
  const [then, atOnce] = [others.filter(follows), others.filter((way) => !follows(way))];
  return then.length ? [[first, ...atOnce], then] : [[first, ...atOnce]];
}

/** The box of a piece, and the part of the page it is in; `null` if it is not visible. */
function placeOf(piece) {
  if (!piece.getClientRects().length) return null;
  const part = piece.parentElement.closest("[id]");
  return { ...boxOf(piece), part: part.id, within: part.getBoundingClientRect() };
}

/** The box of a place after a swap, which may have moved or resized its part of the page. */
function boxNow({ part, within, ...box }) {
  const now = document.getElementById(part)?.getBoundingClientRect();
  if (!now?.width) return box;
  const grown = now.width / within.width;
  const [x, y] = [now.x + (box.x - within.x) * grown, now.y + (box.y - within.y) * grown];
  return { x, y, width: box.width * grown, height: box.height * grown };
}

/** When each picture starts, in milliseconds: one beat after the other, and the pictures of a beat a little apart. */
function delaysOf(beats) {
  const beat = Math.min(BEAT, (AT_MOST - TRAVEL) / beats.length);
  const within = ({ length }) => Math.min(APART / BEAT, 1 / length);
  return beats.flatMap((sent, place) => sent.map((_way, number) => (place + within(sent) * number) * beat));
}

/** Send the pieces on their paths; `before` has the boxes of the places as they were before the swap. */
function send(beats, before) {
  const delays = delaysOf(beats);
  for (const [number, [start, goal, drawing]] of beats.flat().entries()) {
    const from = before.get(start) ?? before.get(start.split("-")[0]);
    const to = elementAt(goal);
    const previewed = goneInPreview(start, goal);
    if (!to) previewed?.ghost.remove();
    if (!from || !to) continue;
    const sent = previewed ?? fly(boxNow(from), goalBox(to), drawing, delays[number]);
    if (sent) land(sent, goalBox(to), drawing);
    // A piece that moves twice continues from where it arrived.
    if (elementAt(start)?.dataset.piece === drawing) before.set(start, placeOf(to));
  }
}

/** Let every piece arrive at once: the result is there. */
function landAll() {
  flights.forEach((flight) => flight.finish());
  for (const mark of document.querySelectorAll(".arrived")) mark.remove();
}

/** Animate the pieces of all log lines that are new after a swap of the board. */
export function sendPieces() {
  const still = wantsStill();
  const lines = () => [...document.querySelectorAll("#log [data-step]")];
  const last = () => Math.max(0, ...lines().map((line) => +line.dataset.step));
  let before = new Map();
  let seen = last();
  document.addEventListener("htmx:before:swap", () => {
    before = new Map([...document.querySelectorAll("[data-at]")].map((it) => [it.dataset.at, placeOf(it)]));
  });
  document.addEventListener("htmx:after:swap", () => {
    const now = last();
    const isLeap = document.getElementById("replay") && now - seen > MOST_STEPS;
    const news = lines().filter((line) => +line.dataset.step > seen && line.dataset.travel);
    seen = now;
    if (document.getElementById("result")) {
      landAll();
      return;
    }
    if (document.hidden || isLeap) return;
    const beats = news.reverse().flatMap((line) => beatsOf(ways(line.dataset.travel)));
    if (still.matches) new Set(beats.flat().map(([, goal]) => goal)).forEach(ring);
    else send(beats, before);
  });
}
