/** What the panel of the tracing image says. */
export const tracing = {
  intro: "Put a floor plan or a photo of one under the drawing and trace it.",
  firstLevel: "Ground floor",
  choose: "Choose an image…",
  replace: "Choose another image…",
  limits: (size: string | undefined) =>
    size === undefined ? "PNG, JPEG, WebP or SVG." : `PNG, JPEG, WebP or SVG, at most ${size}.`,
  uploading: (name: string) => `Uploading “${name}”`,
  ended: "The upload is ended; nothing was changed.",
  move: "Drag into place",
  left: "Left edge (m)",
  top: "Top edge (m)",
  width: "Width (m)",
  opacity: "Opacity",
  calibrate: "Scale by two points…",
  calibrateHint:
    "Mark two points of the image on the drawing whose distance you know, such as the ends of a wall. With the keyboard: arrow keys move the cross, Enter sets a point.",
  pointsSet: (count: number) => (count === 1 ? "1 of 2 points set" : `${count} of 2 points set`),
  measured: (metres: string) => `On the drawing they are ${metres} m apart.`,
  trueDistance: "True distance (m)",
  scale: "Scale the image",
  removeImage: "Remove the image",
  rotation: "Turned by (°)",
  quarter: "Turn by 90°",
  straighten: "Straighten along these points",
  dropHint: "Or drop an image onto the drawing, or paste one.",
  notWhileUploading: "Another image is being uploaded.",
};
