// Sounds, made here of tones and noise: no files. Nothing sounds before the player has done something.

import { settings } from "./settings.js";

/** @type {AudioContext | null} */
let context = null;

function ready() {
  if (settings.sound === false || document.hidden || !navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  return context;
}

/** @param {AudioContext} audio @param {number} at seconds from now @param {number} long @param {number} loud */
function envelope(audio, at, long, loud) {
  const gain = audio.createGain();
  const begin = audio.currentTime + at;
  gain.gain.setValueAtTime(loud, begin);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + long);
  gain.connect(audio.destination);
  return { gain, begin };
}

/** @param {AudioContext} audio @param {number} pitch @param {number} at @param {number} long @param {number} loud */
function tone(audio, pitch, at, long, loud) {
  const { gain, begin } = envelope(audio, at, long, loud);
  const voice = audio.createOscillator();
  voice.type = "triangle";
  voice.frequency.value = pitch;
  voice.connect(gain);
  voice.start(begin);
  voice.stop(begin + long);
}

/** A short knock of noise. @param {AudioContext} audio @param {number} colour @param {number} at @param {number} long @param {number} loud */
function knock(audio, colour, at, long, loud) {
  const { gain, begin } = envelope(audio, at, long, loud);
  const noise = audio.createBuffer(1, Math.ceil(audio.sampleRate * long), audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let n = 0; n < samples.length; n += 1) samples[n] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  source.buffer = noise;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = colour;
  source.connect(filter).connect(gain);
  source.start(begin);
}

/** @type {Record<string, (audio: AudioContext) => void>} */
const SOUNDS = {
  move: (audio) => knock(audio, 900, 0, 0.06, 0.25),
  dice: (audio) => [0, 0.07, 0.12, 0.2, 0.31].forEach((at) => knock(audio, 2400, at, 0.04, 0.3)),
  turn: (audio) => {
    tone(audio, 523, 0, 0.22, 0.08);
    tone(audio, 784, 0.13, 0.32, 0.08);
  },
};

/** @param {"move" | "dice" | "turn"} name */
export function play(name) {
  const audio = ready();
  if (audio) SOUNDS[name](audio);
}
