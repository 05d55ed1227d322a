/** Icons that were searched for. */
export interface FoundIcons {
  /** Names without `mdi:`, the best first. */
  readonly names: readonly string[];
  /** How many more there are. */
  readonly more: number;
}

/** As many as a person looks through. */
const most = 60;

/** What homes show most, while nothing is searched for. */
const usual: readonly string[] =
  `lightbulb lamp ceiling-light floor-lamp led-strip-variant power-socket-eu light-switch fan radiator
  thermometer water-percent air-conditioner heat-pump fire snowflake window-closed window-shutter blinds door
  door-open lock garage motion-sensor smoke-detector cctv bell alarm-light shield-home television speaker
  music sofa bed desk toilet shower bathtub countertop stove fridge dishwasher washing-machine tumble-dryer
  coffee robot-vacuum flower tree car ev-station solar-power battery gauge wifi router-wireless printer stairs
  baby-face-outline dog cat account home`.split(/\s+/);

/** How well a name fits: it is that, begins with it, has a word that begins so, or has it anywhere. */
const rankOfIcon = (name: string, wanted: string): number => {
  if (name === wanted) return 0;
  if (name.startsWith(`${wanted}-`)) return 1;
  if (name.startsWith(wanted)) return 2;
  return name.includes(`-${wanted}`) ? 3 : 4;
};

/** The icons whose names hold all words of a text; without any, what homes show most. */
export const findIcons = (names: readonly string[], text: string): FoundIcons => {
  const words = text
    .toLowerCase()
    .replace(/^mdi:/, "")
    .split(/[^a-z\d]+/)
    .filter((word) => word !== "");
  if (words.length === 0) {
    const known = new Set(names);
    return { names: usual.filter((name) => known.has(name)), more: names.length - usual.length };
  }
  const wanted = words.join("-");
  const found = names
    .filter((name) => words.every((word) => name.includes(word)))
    .map((name) => ({ name, rank: rankOfIcon(name, wanted) }))
    .toSorted((one, other) => one.rank - other.rank || one.name.length - other.name.length);
  return {
    names: found.slice(0, most).map(({ name }) => name),
    more: Math.max(0, found.length - most),
  };
};
