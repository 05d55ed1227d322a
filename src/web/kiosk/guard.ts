// Inlined in the page: if its files failed to load, such as after a power cut with the service still starting, nobody
// is there to reload it. Written for browsers of any age.
const lookMs = 15_000;

const look = (): void => {
  if (customElements.get("floorplan-wall") !== undefined) return;
  // Reloads only once the service answers: the browser's own error page may never retry.
  fetch(location.pathname, { method: "HEAD", cache: "no-store" }).then(
    ({ ok }) => (ok ? location.reload() : wait()),
    wait,
  );
};

const wait = (): void => void setTimeout(look, lookMs);

wait();
