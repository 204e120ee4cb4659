/* A seat's page lends its phone's microphone: asks for it, sends its sound, and shows whether it listens. */

"use strict";

(() => {
  const WORKLET = document.currentScript.src.replace("microphone.js", "capture.js");
  const RATE = 16_000;
  const MOST_WAITING = 65_536; // bytes the network has not taken: two seconds; what comes then is left out
  const SLEPT_MS = 500;
  let wanted = false;
  let state = "off"; // off, asking, wait, on, away, refused, insecure, unable
  let socket, context, stream, began, next;

  function show(now) {
    state = now;
    for (const box of document.querySelectorAll("[data-microphone]")) {
      box.dataset.state = now;
      box.querySelector("[data-said]").textContent = box.dataset[`said${now[0].toUpperCase()}${now.slice(1)}`] ?? "";
    }
    for (const track of stream?.getTracks() ?? []) track.enabled = now === "on";
  }

  function send({ data }) {
    // A browser that slept counts no samples meanwhile; those that are missing are left out of the numbers.
    const due = ((performance.now() - began) * RATE) / 1_000;
    if (due - next > (RATE * SLEPT_MS) / 1_000) next = Math.round(due);
    const first = next;
    next += data.length;
    if (state !== "on" || socket?.readyState !== WebSocket.OPEN || socket.bufferedAmount > MOST_WAITING) return;
    const packet = new ArrayBuffer(4 + data.byteLength);
    new DataView(packet).setUint32(0, first, true);
    new Int16Array(packet, 4).set(data);
    socket.send(packet);
  }

  function connect(path) {
    if (!wanted) return;
    const own = (socket = new WebSocket(new URL(path, location.href).href.replace(/^http/, "ws")));
    const asking = setInterval(() => {
      if (own.readyState === WebSocket.OPEN) own.send("?");
      if (wanted && own === socket) show(state); // the page may have been drawn anew
    }, 1_000);
    own.onmessage = ({ data }) => wanted && own === socket && show(data);
    own.onclose = ({ code }) => {
      clearInterval(asking);
      if (!wanted || own !== socket) return;
      if (code === 1008) return stop("away");
      show("away");
      setTimeout(() => connect(path), 2_000);
    };
  }

  async function start(path) {
    if (wanted) return;
    if (!navigator.mediaDevices || !window.AudioWorkletNode) return show("insecure");
    wanted = true;
    show("asking");
    try {
      const plain = { channelCount: 1, echoCancellation: false, noiseSuppression: false, autoGainControl: false };
      stream = await navigator.mediaDevices.getUserMedia({ audio: plain });
    } catch {
      return stop("refused");
    }
    if (!wanted) return stop(); // taken back before the browser had asked
    try {
      context = new AudioContext({ sampleRate: RATE });
      await context.audioWorklet.addModule(WORKLET);
      const node = new AudioWorkletNode(context, "capture", { numberOfOutputs: 0 });
      context.createMediaStreamSource(stream).connect(node);
      [began, next] = [performance.now(), 0];
      node.port.onmessage = send;
      await context.resume();
    } catch {
      return stop("unable");
    }
    stream.getTracks()[0].onended = () => stop("away");
    navigator.wakeLock?.request("screen").catch(() => {}); // a phone that sleeps hears nothing
    connect(path);
  }

  function stop(why = "off") {
    wanted = false;
    for (const track of stream?.getTracks() ?? []) track.stop();
    context?.close();
    socket?.close();
    stream = context = socket = undefined;
    show(why);
  }

  document.addEventListener("visibilitychange", () => wanted && !document.hidden && context?.resume());
  window.companionMicrophone = { start, stop };
})();
