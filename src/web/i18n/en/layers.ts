/** Words for the layers of a plan. */
export const layerForm = {
  explained:
    "A layer is a part of what stands on the plan that people switch on and off, such as the lamps. Here in the editor everything is shown. It hides nothing from those who may read the plan.",
  none: "There are no layers yet.",
  add: "Add a layer",
  removeOne: "Remove this layer",
  /** The name of a new layer. */
  newName: (number: number): string => `Layer ${number}`,
  name: "Name",
  hidden: "Off until somebody switches it on",
  shows: "What it shows",
  showsHint: "Single elements are put into it by their properties, and are in no other then.",
  lists: {
    furniture: "Furniture",
    devices: "Devices",
    sensors: "Sensors",
    texts: "Texts",
    dimensions: "Dimensions",
    labels: "Names of rooms",
    positions: "Positions of trackers",
    zones: "Zones",
  },
  domains: "Entities of these domains",
  for: "Who sees it",
  everybody: "Nobody ticked: everybody.",
  rights: {
    admin: "Who may draw",
    control: "Who may control the house",
    viewer: "Who may do neither",
  },
  from: "Shown from (pixels per metre)",
  to: "Shown below (pixels per metre)",
  zoomHint: "On a phone, a home 10 m wide has about 35, and a room that fills the screen about 90.",
  noScale: "Type a number of at least 0.",
  assign: (count: number): string => `Put the selection into it (${count})`,
  selectAll: (count: number): string => `Select what was put into it (${count})`,
  hiddenState: "off at first",
};

export type LayerFormTexts = typeof layerForm;
