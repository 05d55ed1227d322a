// Stands in the page itself: where what the page loads did not come, such as after a power cut that ended while the
// service was still starting, nobody is there to load it again. Written for browsers of any age.
const lookMs = 15_000;

const look = (): void => {
  if (customElements.get("floorplan-wall") !== undefined) return;
  // A page that is loaded in vain is the browser's own, which may never try again.
  fetch(location.pathname, { method: "HEAD", cache: "no-store" }).then(
    ({ ok }) => (ok ? location.reload() : wait()),
    wait,
  );
};

const wait = (): void => void setTimeout(look, lookMs);

wait();
