/** How plans differ, in words. */
export const changes = {
  inRoom: (room: string) => ` in ${room}`,
  added: (name: string, where: string) => `${name} added${where}`,
  removed: (name: string, where: string) => `${name} removed${where}`,
  moved: (name: string, far: string, where: string) => `${name} moved${far}${where}`,
  changed: (name: string, where: string, fields: string) =>
    `${name} changed${where}${fields === "" ? "" : `: ${fields}`}`,
  reordered: (list: string) => `${list}: the order has changed`,
  /** Fields that no form shows. */
  fields: {
    backgrounds: "Tracing images",
    from: "One end",
    id: "Id",
    labels: "Places of the room names",
    left: "From the left",
    opacity: "Opacity",
    outdoor: "Outdoor room",
    points: "Corners",
    rules: "Rules",
    to: "Other end",
    top: "From the top",
    url: "Image",
  },
};

export type ChangesTexts = typeof changes;
