/**
 * A script that runs in a page before its own. It records in `seen`, in milliseconds of the page's clock, when the plan
 * or a change of it arrived, when the drawing had changed, and when that was on the screen.
 */
export const watchDrawing = `(() => {
  const seen = { text: "", arrived: NaN, told: NaN, changed: NaN, painted: undefined, moving: new Set(), tasks: [] };
  window.seen = seen;
  const Socket = window.WebSocket;
  window.WebSocket = class extends Socket {
    constructor(...where) {
      super(...where);
      this.addEventListener("message", ({ data }) => {
        // The whole plan, or what a revision changes of it.
        const isWhole = data.length > 100_000;
        if (!isWhole && !data.includes('"type":"event"')) return;
        if (isWhole) seen.text = data;
        seen.arrived = performance.now();
      });
    }
  };
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) seen.tasks.push({ startTime, duration });
  }).observe({ entryTypes: ["longtask"] });
  const isOfPlan = ({ target, addedNodes }) =>
    target.closest?.("[data-ref]") != null ||
    [...addedNodes].some((node) => node.matches?.("[data-ref]") || node.querySelector?.("[data-ref]") != null);
  const isOfSelected = ({ target, attributeName }) =>
    /^(transform|d)$/.test(attributeName) && target.closest(".selected") !== null;
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (options) {
    const root = attach.call(this, options);
    if (!/^floorplan-(card|canvas)$/.test(this.localName)) return root;
    seen.root = root;
    const all = { subtree: true, childList: true, attributes: true, characterData: true };
    new MutationObserver((changes) => {
      if (!changes.some(isOfPlan)) return;
      seen.changed = performance.now();
      if (changes.some(isOfSelected)) seen.moving.add(document.timeline.currentTime);
      // A task after the next frame runs when the frame has been drawn.
      seen.painted = new Promise((resolve) =>
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))),
      );
    }).observe(root, all);
    return root;
  };
})()`;

/** Milliseconds from the opening of the page until the plan is on the screen. */
export const firstDrawing = `(async () => {
  while (seen.painted === undefined) await new Promise(requestAnimationFrame);
  const painted = await seen.painted;
  seen.told = seen.arrived;
  return painted;
})()`;

/** Milliseconds from the opening of the page until the whole plan is on the screen: until nothing was drawn for half a second. */
export const wholeDrawing = `(async () => {
  let last;
  do {
    last = seen.changed;
    await new Promise((resolve) => setTimeout(resolve, 500));
  } while (last !== seen.changed);
  return seen.painted;
})()`;

/**
 * Waits for the revision after the last one, if it is not there yet. Milliseconds from its arrival to the changed
 * drawing, and to the screen.
 */
export const nextDrawing = `(async () => {
  while (!(seen.arrived > seen.told && seen.changed > seen.arrived))
    await new Promise((resolve) => setTimeout(resolve, 5));
  seen.told = seen.arrived;
  return [seen.changed - seen.told, (await seen.painted) - seen.told];
})()`;

/** Milliseconds to parse the last message. */
export const parsing = `(() => {
  const started = performance.now();
  window.parsed = JSON.parse(seen.text);
  return performance.now() - started;
})()`;

/** The one of some pieces that is nearest to the middle and that a mouse can reach, in pixels of the page. */
export const pieceToDrag = (refs: readonly string[]): string => `(() => {
  const wanted = new Set(${JSON.stringify(refs)});
  const { innerWidth, innerHeight } = window;
  const far = ({ x, y }) => Math.hypot(x - innerWidth / 2, y - innerHeight / 2);
  const places = [...seen.root.querySelectorAll('[data-ref^="furniture/"]')].flatMap((piece) => {
    if (!wanted.has(piece.getAttribute("data-ref"))) return [];
    const { left, top, width, height } = piece.getBoundingClientRect();
    const place = { x: left + width / 2, y: top + height / 2 };
    return seen.root.elementFromPoint(place.x, place.y)?.closest("[data-ref]") === piece ? [place] : [];
  });
  return places.toSorted((one, other) => far(one) - far(other))[0];
})()`;

/** Resolves once nothing was added to a begun drawing for a second: a large plan is drawn in turns. */
export const allDrawn = `new Promise((resolve) => {
  let [many, since] = [0, performance.now()];
  const look = () => {
    const now = seen.root.querySelectorAll("[data-ref]").length;
    if (now !== many) [many, since] = [now, performance.now()];
    if (many > 0 && performance.now() - since > 1000) resolve();
    else requestAnimationFrame(look);
  };
  look();
})`;

/** Starts counting the frames in which the selection has moved; `framesCounted` ends it. */
export const countFrames = `(() => {
  seen.moving.clear();
  seen.from = performance.now();
})()`;

/** Frames per second in which the selection has moved. */
export const framesCounted = `(seen.moving.size * 1000) / (performance.now() - seen.from)`;

/** Milliseconds of the longest task since `countFrames`. Browsers report no task below 50 ms, so 50 means none was longer. */
export const longestTask = `Math.max(50, ...seen.tasks.flatMap(({ startTime, duration }) => startTime > seen.from ? [duration] : []))`;

/** Starts counting the frames that the page shows, whatever their content; `framesShown` ends it. */
export const watchFrames = `(() => {
  seen.from = performance.now();
  seen.shown = 0;
  const next = () => {
    seen.shown += 1;
    seen.next = requestAnimationFrame(next);
  };
  next();
})()`;

/** Frames per second that the page has shown since `watchFrames`. */
export const framesShown = `(() => {
  cancelAnimationFrame(seen.next);
  return (seen.shown * 1000) / (performance.now() - seen.from);
})()`;
