/**
 * A script that puts the page's card on a dashboard of its own, whose entities have believable
 * states: some lamps are lit, a window is open, values are measured.
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
    [/humid/, 48, "%"], [/co2/, 612, "ppm"], [/power|energy/, 134.6, "W"], [/lux|bright|illum/, 320, "lx"],
    [/^sensor/, 21.4, "°C"],
  ];
  const stateOf = (id, at) => {
    const [, value, unit] = measured.find(([part]) => id.startsWith("sensor.") && part.test(id)) ?? [];
    if (id.startsWith("weather.")) return { state: "sunny" };
    if (value === undefined) return { state: at % 4 === 0 ? "on" : "off" };
    return { state: String(unit === "°C" ? value + (at % 5) / 10 : value + at), attributes: { unit_of_measurement: unit } };
  };
  const states = Object.fromEntries([...new Set([...named, ...quoted])].map((id, at) => [id, stateOf(id, at)]));
  const card = document.createElement("floorplan-card");
  card.style.cssText = "display: block; height: 100vh";
  document.body.style.cssText = "margin: 0";
  document.body.replaceChildren(card);
  const connection = {
    connected: true,
    addEventListener() {},
    removeEventListener() {},
    async subscribeMessage(onPlan) { onPlan(plan); return () => {}; },
  };
  card.setConfig({ title: "Home" });
  card.hass = { connection, auth: {}, states, language: "en" };
  await card.updateComplete;
  await new Promise(requestAnimationFrame);
})()`;
