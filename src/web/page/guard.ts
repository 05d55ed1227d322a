// Inlined in the page and the wall page: if their files do not arrive, such as after a power cut with the service still
// starting, nothing else is there to say so, and on a wall nobody to reload. Written for browsers since 2018: older ones
// lack the modules and custom elements that the page is made of.

/** What the files define when they arrive; whatever becomes of the document then, it is not this that fails. */
const elements = ["floorplan-page", "floorplan-wall"];

/** How long the first load may take. */
const patienceMs = 15_000;
/** The pause before the first reload. */
const pauseMs = 2000;
/** Neither grows beyond this. */
const longestMs = 60_000;

/** How many loads failed since one succeeded: the state of the history survives a reload, and needs no storage. */
const failures = typeof history.state === "number" ? history.state : 0;

/** What a first wait grows to, doubling with each attempt. */
const grown = (firstMs: number, times: number): number => Math.min(firstMs * 2 ** times, longestMs);

const isThere = (): boolean => elements.some((name) => customElements.get(name) !== undefined);

const reload = (): void => {
  if (isThere()) return;
  history.replaceState(failures + 1, "");
  location.reload();
};

/** A later failure has nothing to do with these. */
const forget = (): void => {
  if (failures > 0) history.replaceState(null, "");
};

for (const name of elements) void customElements.whenDefined(name).then(forget);

let attempts = failures;

const wait = (): void => {
  setTimeout(ask, grown(pauseMs, attempts));
  attempts += 1;
};

/** Reloads only once the service answers: the browser's own error page would stay. */
const ask = (): void => {
  fetch(location.pathname, { method: "HEAD", cache: "no-store" }).then(
    ({ ok }) => (ok ? reload() : wait()),
    wait,
  );
};

/** Shows the words of the page for this, and tries again. */
const fail = (): void => {
  clearTimeout(patience);
  if (isThere() || document.documentElement.className !== "") return;
  document.documentElement.className = "failed";
  wait();
};

const patience = setTimeout(fail, grown(patienceMs, failures));
// The event of a script that does not arrive does not bubble; one that fails while it runs has another target.
addEventListener(
  "error",
  ({ target }) => void (target instanceof HTMLScriptElement && fail()),
  true,
);
