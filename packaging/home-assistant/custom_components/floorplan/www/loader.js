// Loads the card, or with `?module=panel` the panel, and tries again while the service is away: a dashboard or a panel that
// was opened meanwhile appears by itself, without a reload of the page. They come from the folder that this module came
// from, as the integration serves it, or from `?service=`, an address such as http://plan.local:8125.
const { searchParams } = new URL(import.meta.url);
const folder = (searchParams.get("service") ?? ".").replace(/\/$/, "");
const file = `${folder}/floorplan-${searchParams.get("module") === "panel" ? "panel" : "card"}.js`;
const longestPause = 15_000;

const load = async (attempt) => {
  try {
    // Browsers may remember that a module could not be loaded, by its address.
    await import(attempt === 0 ? file : `${file}?attempt=${attempt}`);
  } catch (error) {
    if (attempt === 0) console.warn(`floorplan: ${file} does not load, and is tried again`, error);
    setTimeout(() => void load(attempt + 1), Math.min(1000 * 2 ** attempt, longestPause));
  }
};
void load(0);
