/** What a kind of room holds: words separated by spaces, in the order in which they are placed. */
type Words = string;

/** A kind of room: its icon and what it is furnished and equipped with. */
export type RoomKind = {
  readonly icon: string;
  readonly flooring: string;
  readonly furniture: readonly string[];
  readonly devices: readonly string[];
  readonly sensors: readonly string[];
};

const kind = (
  icon: string,
  flooring: string,
  furniture: Words,
  devices: Words,
  sensors: Words,
): RoomKind => ({
  icon: `mdi:${icon}`,
  flooring,
  furniture: furniture.split(" "),
  devices: devices.split(" "),
  sensors: sensors.split(" "),
});

/** The kinds of rooms in the large house and on the office floor. */
export const roomKinds: Readonly<Record<string, RoomKind>> = {
  bathroom: kind(
    "shower",
    "tiles",
    "bathtub washbasin wc shower washbasin chest shelf plant bench",
    "vent radiator speaker plug alarm",
    "humidity temperature motion leak",
  ),
  bedroom: kind(
    "bed",
    "oak",
    "bed nightstand nightstand wardrobe chest shelf desk armchair plant wardrobe chair",
    "radiator alarm fan speaker plug air",
    "temperature humidity motion co2 illuminance",
  ),
  corridor: kind(
    "arrow-left-right",
    "carpet tiles",
    "bench plant printer shelf plant bench chest",
    "alarm access camera router vent display",
    "motion temperature illuminance co2",
  ),
  dining: kind(
    "table-chair",
    "oak",
    "table chair chair chair chair chair chair chest shelf plant bench",
    "speaker radiator air plug alarm",
    "temperature humidity co2 illuminance",
  ),
  focus: kind(
    "head-lightbulb",
    "carpet tiles",
    "desk desk chair shelf desk chair desk chair plant chest desk chair armchair shelf",
    "display plug radiator alarm router plug",
    "co2 temperature illuminance motion power",
  ),
  garage: kind(
    "garage",
    "concrete",
    "workbench shelf shelf chest wardrobe",
    "charger alarm camera plug vent",
    "temperature motion power co",
  ),
  hall: kind(
    "stairs",
    "slate",
    "stairs wardrobe bench chest shelf plant robot_vacuum bench plant",
    "panel alarm camera router radiator plug",
    "motion temperature illuminance",
  ),
  kitchen: kind(
    "silverware-fork-knife",
    "tiles",
    "kitchen fridge kitchen table chair chair shelf plant chair chair",
    "dishwasher vent coffee alarm plug speaker",
    "temperature humidity co2 power leak",
  ),
  lab: kind(
    "flask",
    "linoleum",
    "workbench workbench table workbench table chair rack shelf workbench chair table rack",
    "vent alarm plug camera access ups",
    "temperature humidity co power leak",
  ),
  living: kind(
    "sofa",
    "oak",
    "tv_wall sofa table armchair sofa shelf armchair piano plant chest robot_vacuum shelf chair",
    "display speaker radiator alarm air plug fan",
    "temperature humidity motion co2 illuminance",
  ),
  meeting: kind(
    "account-group",
    "carpet tiles",
    "table table chair chair table chair chair shelf chair plant chair chair chair tv_wall chair",
    "display speaker camera plug vent radiator",
    "co2 temperature motion illuminance",
  ),
  office: kind(
    "desk",
    "carpet tiles",
    "desk desk desk chair desk chair shelf desk chair plant desk chair printer desk chair chest",
    "plug radiator alarm router display vent",
    "temperature co2 illuminance motion power",
  ),
  pantry: kind(
    "coffee",
    "tiles",
    "kitchen fridge table chair chair shelf table chair plant kitchen chair bench table",
    "coffee dishwasher vent alarm plug display",
    "temperature humidity co2 power leak",
  ),
  restroom: kind(
    "human-male-female",
    "tiles",
    "wc washbasin wc washbasin wc wc washbasin wc washbasin bench plant",
    "vent alarm plug radiator",
    "humidity leak motion temperature",
  ),
  server: kind(
    "server",
    "raised floor",
    "rack rack rack rack rack rack rack desk shelf chair rack rack",
    "ups vent alarm camera access plug router",
    "temperature power humidity leak",
  ),
  storage: kind(
    "package-variant",
    "concrete",
    "shelf shelf chest wardrobe shelf table rack shelf chest wardrobe rack",
    "alarm plug camera vent",
    "temperature humidity motion",
  ),
  terrace: kind(
    "flower",
    "larch",
    "table chair chair chair bench plant plant armchair plant",
    "camera speaker plug charger",
    "temperature illuminance motion humidity",
  ),
  utility: kind(
    "washing-machine",
    "tiles",
    "shelf chest washbasin wardrobe shelf table",
    "washer dryer pump ups router plug alarm",
    "power leak temperature humidity",
  ),
};
