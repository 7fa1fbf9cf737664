// Quiet synthesized sounds: off by default, switched on per browser, never before the first gesture.

import { attempt, remembered } from "./allowed.js";

const SETTING = "sounds";
const NOTES = {
  turn: [
    [523, 0],
    [784, 0.13],
  ],
  move: [[196, 0]],
};
const LOUDNESS = { turn: 0.05, move: 0.03 };
const LENGTH = { turn: 0.5, move: 0.12 };

let context;
let gesture = false;

const wanted = () => remembered(SETTING) === "on";

/** Play the sound `turn` or `move`, if the reader wants sounds and has touched the page. */
export function sound(name) {
  if (wanted() && gesture) attempt(() => play(name));
}

function play(name) {
  context ??= new AudioContext();
  for (const [frequency, wait] of NOTES[name]) {
    const start = context.currentTime + wait;
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    tone.type = "triangle";
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(LOUDNESS[name], start + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + LENGTH[name]);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + LENGTH[name]);
  }
}

export function offerSounds() {
  for (const name of ["pointerdown", "keydown"]) addEventListener(name, () => (gesture = true), { capture: true });
  addEventListener("settings:changed", ({ detail }) => detail.name === SETTING && sound("turn"));
}
