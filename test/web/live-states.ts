/**
 * What a card reads of Home Assistant's own theme, by day and night. The values are those of the frontend's
 * `src/resources/theme/color/color.globals.ts` and of what they refer to in `core.globals.ts`.
 */
const themes = {
  day: {
    "primary-background-color": "#fafafa",
    "card-background-color": "#ffffff",
    "primary-text-color": "#141414",
    "secondary-text-color": "#5e5e5e",
    "divider-color": "rgba(0, 0, 0, 0.12)",
    "primary-color": "#009ac7",
    "state-active-color": "#ffc107",
  },
  night: {
    "primary-background-color": "#111111",
    "card-background-color": "#1c1c1c",
    "primary-text-color": "#e1e1e1",
    "secondary-text-color": "#9b9b9b",
    "divider-color": "rgba(225, 225, 225, 0.12)",
    "primary-color": "#009ac7",
    "state-active-color": "#ffc107",
  },
};

/**
 * A script that puts the page's card on a dashboard of its own, whose entities have believable
 * states: some lamps are lit, a window is open, values are measured. The dashboard follows the browser's day and night.
 */
export const liveStates = `(async () => {
  const shown = document.querySelector("floorplan-page").shadowRoot.querySelector("floorplan-card");
  const { plan } = shown;
  const fields = ["entity", "contact", "lock", "blind", "temperature", "humidity"];
  const lists = ["rooms", "openings", "furniture", "devices", "sensors", "texts"];
  const named = lists.flatMap((list) => (plan[list] ?? []).flatMap((each) =>
    fields.flatMap((field) => (typeof each[field] === "string" ? [each[field]] : []))));
  const quoted = [...JSON.stringify(plan).matchAll(/states\\('([\\w.]+)'\\)/g)].map(([, id]) => id);
  const measured = [
    [/humid/, 48, "%", "humidity"], [/co2/, 612, "ppm", "carbon_dioxide"], [/power|energy/, 134.6, "W", "power"],
    [/lux|bright|illum/, 320, "lx", "illuminance"], [/^sensor/, 21.4, "°C", "temperature"],
  ];
  const stateOf = (id, at) => {
    const [, value, unit, device_class] = measured.find(([part]) => id.startsWith("sensor.") && part.test(id)) ?? [];
    if (id.startsWith("weather.")) return { state: "sunny" };
    if (value === undefined) return { state: at % 4 === 0 ? "on" : "off" };
    const now = unit === "°C" ? value + (at % 5) / 10 : value + at;
    return { state: String(Math.round(now * 10) / 10), attributes: { unit_of_measurement: unit, device_class } };
  };
  const states = Object.fromEntries([...new Set([...named, ...quoted])].map((id, at) => [id, stateOf(id, at)]));
  const card = document.createElement("floorplan-card");
  const darkMode = matchMedia("(prefers-color-scheme: dark)").matches;
  const variables = ${JSON.stringify(themes)}[darkMode ? "night" : "day"];
  for (const [name, value] of Object.entries(variables))
    document.documentElement.style.setProperty("--" + name, value);
  card.style.cssText = "display: block; height: calc(100vh - 16px)";
  document.documentElement.style.background = "var(--primary-background-color)";
  document.body.style.cssText = "margin: 8px; background: none";
  document.body.replaceChildren(card);
  const connection = {
    connected: true,
    addEventListener() {},
    removeEventListener() {},
    async subscribeMessage(onEvent, { type, template }) {
      if (type.endsWith("plan/follow")) onEvent({ rev: plan.rev ?? 0, plan });
      if (type === "render_template")
        onEvent({ result: template.replace(/{{ states\\('([\\w.]+)'\\) }}/g, (_, id) => states[id]?.state ?? "unknown") });
      return () => {};
    },
    sendMessagePromise: () => Promise.reject({ code: "unknown_command", message: "" }),
  };
  card.setConfig({ title: "Home" });
  card.hass = { connection, auth: {}, states, language: "en", themes: { darkMode } };
  await card.updateComplete;
  await new Promise(requestAnimationFrame);
})()`;
