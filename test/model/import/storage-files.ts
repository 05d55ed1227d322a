import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { temporaryFolder } from "../../support/service.ts";

/** A floor plan as Home Assistant's folder has it, of one house with two floors. */
export const storedPlan = {
  rev: 7,
  levels: [
    { id: "eg", name: "Ground" },
    { id: "og", name: "Upper" },
  ],
  rooms: [
    {
      id: "den",
      level: "eg",
      name: "Den",
      points: [
        [0, 0],
        [4, 0],
        [4, 3],
        [0, 3],
      ],
    },
    {
      id: "loft",
      level: "og",
      name: "Loft",
      points: [
        [0, 0],
        [4, 0],
        [4, 3],
        [0, 3],
      ],
    },
  ],
  openings: [{ id: "door", room_id: "den", edge: 0, offset: 2, width: 0.9, type: "door" }],
  furniture: [{ id: "desk", level: "eg", type: "table", x: 2, z: 1.5, w: 1, d: 1, rotation: 0 }],
  backgrounds: {
    eg: { url: "/local/fns_floorplan/bg_eg.svg?v=1", left: 0, top: 0, width: 4, opacity: 0.5 },
  },
};

/** The drawing that is traced on its ground floor. */
export const tracedDrawing = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><path d="M0 0H400V300H0Z" fill="#999"/></svg>`;

const earlier = (rev: number, savedAt: string, name: string) => ({
  rev,
  saved_at: savedAt,
  plan: { rev, rooms: [{ ...storedPlan.rooms[0], name }] },
});

/** The files of that plan in Home Assistant's folder, by their names from there: with its history and its image. */
export const storageFiles: ReadonlyMap<string, string> = new Map([
  [
    ".storage/fns_floorplan",
    JSON.stringify({
      version: 1,
      minor_version: 1,
      key: "fns_floorplan",
      data: storedPlan,
    }),
  ],
  [
    ".storage/fns_floorplan.history",
    JSON.stringify({
      version: 1,
      minor_version: 1,
      key: "fns_floorplan.history",
      data: [
        earlier(3, "2026-01-02T10:00:00.000000+01:00", "Cellar"),
        earlier(5, "2026-02-03T10:00:00.000000+00:00", "Shed"),
      ],
    }),
  ],
  ["www/fns_floorplan/bg_eg.svg", tracedDrawing],
]);

/** Writes such files below a folder. */
export const writeStorage = async (
  folder: string,
  files: ReadonlyMap<string, string> = storageFiles,
): Promise<void> => {
  for (const [name, text] of files) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
};

/** A folder with such files. */
export const storageFolder = async (
  t: Parameters<typeof temporaryFolder>[0],
  files?: ReadonlyMap<string, string>,
): Promise<string> => {
  const folder = await temporaryFolder(t);
  await writeStorage(folder, files);
  return folder;
};
