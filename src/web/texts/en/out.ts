export const out = {
  title: "Drawing",
  hint: "The floor as it is drawn now, true to scale. SVG and print stay sharp at any size; for a PDF, choose “Save as PDF” where you print.",
  floor: "Floor",
  allFloors: "All floors",
  scale: "Scale of the SVG",
  width: "Width of the PNG",
  pixels: (count: string) => `${count} pixels`,
  traced: "With the tracing image",
  svg: "Download as SVG",
  png: "Download as PNG",
  print: "Print or save as PDF",
  notLoaded: "What draws for paper could not be loaded. Try again when the connection is back.",
  noPng: "This browser has no room for such a large image. Choose a smaller width.",
  withImages: "Export with its images",
  /** Images that could not be read, by their floors. */
  withoutImages: (floors: string) =>
    `The file holds the address alone of the image of ${floors}, which could not be read.`,
  uploading: (floor: string) => `Uploading the image of ${floor} …`,
  ended: "The import is ended; nothing was changed.",
  noImage: (floor: string) =>
    `The image of ${floor} in this file is damaged, or of a type that the service does not take. Nothing was changed.`,
};
