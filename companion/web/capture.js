/* Sound of a phone's microphone in packets of 512 samples of 16 bits. */

"use strict";

class Capture extends AudioWorkletProcessor {
  #block = new Int16Array(512);
  #filled = 0;

  process([[sound]]) {
    for (const sample of sound ?? []) {
      this.#block[this.#filled++] = Math.max(-1, Math.min(1, sample)) * 32767;
      if (this.#filled === this.#block.length) {
        this.port.postMessage(this.#block.slice());
        this.#filled = 0;
      }
    }
    return true;
  }
}

registerProcessor("capture", Capture);
