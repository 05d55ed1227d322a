import { fileURLToPath } from "node:url";

/** How Firefox is launched: without a screen, and without asking any host by itself. */
export const firefoxOptions = {
  channel: "moz-firefox",
  executablePath: fileURLToPath(new URL("firefox-bidi.ts", import.meta.url)),
  firefoxUserPrefs: {
    // Nothing of a page moves, which Playwright cannot ask for over WebDriver BiDi.
    "ui.prefersReducedMotion": 1,
  },
};

/** What Playwright would emulate by a command that Firefox ESR does not know. */
export const firefoxContext = {
  colorScheme: null,
  reducedMotion: null,
  forcedColors: null,
  contrast: null,
};

/**
 * In Firefox Playwright fills a field by a script, which is no change that a person made, so that the page hears of none. This
 * tells it with Enter, and when the field loses the focus.
 */
export const changesFilled = `{
  const filled = new WeakMap();
  addEventListener("input", (event) => {
    const [field] = event.composedPath();
    if (event.isTrusted || !(field instanceof HTMLInputElement)) return;
    if (!filled.has(field)) {
      const tell = ({ type, key }) => {
        if (type === "keyup" && key !== "Enter") return;
        if (filled.get(field) === field.value) field.dispatchEvent(new Event("change", { bubbles: true }));
        filled.set(field, undefined);
      };
      field.addEventListener("keyup", tell);
      field.addEventListener("blur", tell);
    }
    filled.set(field, field.value);
  }, true);
}`;
