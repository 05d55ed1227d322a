/** Words for printing a drawing, and for files of it. */
export const exportDialog = {
  title: "Export",
  hint: "The floor as drawn now, to scale. SVG and print stay sharp at any size; for a PDF, choose “Save as PDF” when printing. DXF is for CAD programs. GLB is a model for programs of 3D.",
  floor: "Floor",
  allFloors: "All floors",
  layout: "Layout",
  layouts: { sheet: "Sheet with title, areas and dimensions", alone: "Drawing alone" },
  sheetTitle: "Title",
  paper: "Paper",
  orientation: "Orientation",
  orientations: { auto: "Automatic", portrait: "Portrait", landscape: "Landscape" },
  largest: "As large as fits",
  /** `wanted` and `drawn` are scales such as “1 : 50”. */
  tooLarge: (wanted: string, paper: string, drawn: string) =>
    `At ${wanted} the floor does not fit ${paper}, so it was drawn at ${drawn}.`,
  scale: "Scale on paper",
  width: "Width of the PNG",
  pixels: (count: string) => `${count} pixels`,
  traced: "With the tracing image",
  svg: "Download as SVG",
  png: "Download as PNG",
  dxf: "Download as DXF",
  glb: "Download as GLB",
  print: "Print or save as PDF",
  notLoaded: "Export could not be loaded. Try again when the connection is back.",
  noPng: "This browser cannot make an image this large. Choose a smaller width.",
  withImages: "Export with images",
  /** `floors` lists the floors whose images could not be read. */
  withoutImages: (floors: string) =>
    `The image of ${floors} could not be read: the file has only its address.`,
  uploading: (floor: string) => `Uploading the image of ${floor} …`,
  ended: "Import cancelled; nothing was changed.",
  noImage: (floor: string) =>
    `The image of ${floor} in this file is damaged, or of a type that the service does not accept. Nothing was changed.`,
};

/** What is written on a sheet beside the drawing. */
export const sheet = {
  plan: "Floor plan",
  scale: "Scale",
  paper: "Paper",
  date: "Date",
  sheet: "Sheet",
  sheetOf: (number: number, all: number) => `${number} of ${all}`,
  north: "N",
  note: "Areas between the walls. Dimensions in metres, to outer faces and to the middle of inner walls.",
  table: {
    room: "Room",
    area: "Area",
    sum: "Floor area",
    allFloors: "All floors",
    outdoors: "Outdoors, not included",
    onSheet: (number: number) => `Rooms: see sheet ${number}`,
  },
};
