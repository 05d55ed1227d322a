import { fileURLToPath } from "node:url";

/** How Firefox is launched: headless, and without requests of its own. */
export const firefoxOptions = {
  channel: "moz-firefox",
  executablePath: fileURLToPath(new URL("firefox-bidi.ts", import.meta.url)),
  firefoxUserPrefs: {
    // No animations; Playwright cannot ask for that over WebDriver BiDi.
    "ui.prefersReducedMotion": 1,
  },
};

/** Settings that Playwright would emulate by a command that Firefox ESR lacks. */
export const firefoxContext = {
  colorScheme: null,
  reducedMotion: null,
  forcedColors: null,
  contrast: null,
};

/**
 * In Firefox, Playwright fills a field by a script, which does not cause a change event. This fires one on Enter and
 * when the field loses the focus.
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
