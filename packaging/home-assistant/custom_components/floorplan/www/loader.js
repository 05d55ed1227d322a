// Loads the card, or with `?module=panel` the panel, from the service through Home Assistant, and tries again while the
// service is away: a dashboard or a panel that was opened meanwhile appears by itself, without a reload of the page.
const panel = new URL(import.meta.url).searchParams.get("module") === "panel";
const file = panel ? "floorplan-panel.js" : "floorplan-card.js";
const longestPause = 15_000;

const load = async (attempt) => {
  try {
    // Browsers may remember that a module could not be loaded, by its address.
    await import(attempt === 0 ? `./${file}` : `./${file}?attempt=${attempt}`);
  } catch {
    setTimeout(() => void load(attempt + 1), Math.min(1000 * 2 ** attempt, longestPause));
  }
};
void load(0);
