import type { FindingKind } from "../../../model/editing/check.ts";
import { pluralIn } from "../word-types.ts";
import { properties } from "./properties.ts";

const counted = pluralIn("en");

/** The sentence for each finding, from its subject and its detail. */
export type FindingWords = {
  readonly [Kind in FindingKind]: (subject: string, detail: string) => string;
};

const findings: FindingWords = {
  roomlessOpening: (subject, room) =>
    room === ""
      ? `${subject} is in no wall.`
      : `${subject} belongs to room “${room}”, which does not exist.`,
  walllessOpening: (subject, wall) =>
    `${subject} is in freestanding wall “${wall}”, which does not exist.`,
  missingEdge: (subject, edge) => `${subject} is in wall ${edge}, which its room does not have.`,
  beyondWall: (subject, metres) => `${subject} reaches ${metres} m beyond its wall.`,
  duplicateId: (subject, id) => `${subject} has the ID “${id}”, which is already taken.`,
  unknownLevel: (subject, level) => `${subject} is on floor “${level}”, which does not exist.`,
  missingImage: (subject, url) =>
    url === ""
      ? `The tracing image of floor “${subject}” has no address.`
      : `The tracing image of floor “${subject}” cannot be loaded.`,
  backgroundLevel: (subject) =>
    `There is a tracing image for floor “${subject}”, which does not exist.`,
  unknownLabel: (subject) => `There is a label for room “${subject}”, which does not exist.`,
  unknownOutdoor: (subject) => `The outdoor room is “${subject}”, which does not exist.`,
  fewCorners: (subject) => `${subject} has fewer than three corners.`,
  overlappingRooms: (both, metres) => `${both} overlap by ${metres} m.`,
  oddThickness: (subject, metres) =>
    `${subject}: no wall is ${metres} m thick, so the usual thickness is drawn.`,
  badZone: (subject, expected) => `${subject} is no zone: ${expected}.`,
  unknownTracker: (subject, tracker) =>
    `${subject} counts only whom tracker “${tracker}” sees, which does not exist.`,
  unknownEntity: (subject, id) =>
    `${subject} uses “${id}”, which Home Assistant does not have or has disabled.`,
  unknownLayer: (subject, layer) => `${subject} is in layer “${layer}”, which does not exist.`,
  badLayers: () => "“layers” is no list, so there are no layers.",
  badLayer: (number, id) => `Layer ${number} is left out: “${id}” is no ID of 1 to 64 characters.`,
  unknownShown: (subject, what) =>
    `Layer “${subject}” shows “${what}”, which is neither a list nor a domain such as light.*.`,
  badZoom: (subject) =>
    `The zoom of layer “${subject}” does not count: it needs numbers of pixels per metre, “from” below “to”.`,
  unknownRight: (subject, right) =>
    `Layer “${subject}” is for “${right}”, which is none of admin, control and viewer.`,
};

/** Words of the tracing image panel. */
const tracing = {
  intro: "Place a floor plan, or a photo of one, under the drawing and trace it.",
  choose: "Choose image…",
  replace: "Choose another image…",
  limits: (size: string | undefined) =>
    size === undefined
      ? "PNG, JPEG, WebP, SVG or a glTF model."
      : `PNG, JPEG, WebP or SVG, at most ${size}, or a glTF model.`,
  uploading: (name: string) => `Uploading “${name}” …`,
  ended: "Upload cancelled; nothing was changed.",
  move: "Drag into place",
  left: "Left edge (m)",
  top: "Top edge (m)",
  right: "Right edge (m)",
  width: "Width (m)",
  opacity: "Opacity",
  calibrate: "Straighten and scale…",
  calibrateHint: "Mark both ends of a line in the image whose length you know, such as a wall.",
  calibrateKeys: "With the keyboard: arrow keys move the crosshair, Enter sets a point.",
  noneSet: "Set the first end.",
  firstSet: "First point set. Set the other end.",
  bothSet: "Both points set. Type the actual distance.",
  measured: (metres: string) => `On the drawing they are ${metres} m apart.`,
  trueDistance: "Actual distance (m)",
  apply: "Apply",
  turned: (degrees: string) => `Image turned by ${degrees}°.`,
  scaled: (pixels: string) => `Image scaled: 1 m = ${pixels} px.`,
  removeImage: "Remove image",
  rotation: "Rotation (°)",
  quarter: "Rotate by 90°",
  straighten: {
    across: (degrees: string) => `Turn by ${degrees}°, so that the line is horizontal`,
    down: (degrees: string) => `Turn by ${degrees}°, so that the line is vertical`,
  },
  scan: {
    find: "Find walls",
    searching: "Looking for walls …",
    scale: (metres: string) =>
      `The image counts as ${metres} m wide. Scale it first if that is wrong: walls are told from lines by their thickness.`,
    found: (walls: number, rooms: number) =>
      `${counted(walls, "# wall", "# walls")}, ${counted(rooms, "# room", "# rooms")} found.`,
    choose:
      "Press a wall in the drawing to leave it out, and again to take it. With the keyboard: arrow keys move the crosshair, Enter presses.",
    accept: (walls: number) => counted(walls, "Accept # wall", "Accept # walls"),
    acceptAll: (walls: number) => `Accept all ${walls}`,
    taken: "Wall taken.",
    changed: "The floor or its image has changed. Look for walls again.",
    leftOut: "Wall left out.",
    accepted: (walls: number, rooms: number) =>
      `${counted(walls, "# wall", "# walls")} accepted, ${counted(rooms, "# room", "# rooms")} added.`,
    noWalls: "No walls found. Check the scale of the image: walls are 6 to 60 cm thick.",
    unreachable: "The image could not be loaded.",
    crashed:
      "Looking for walls ended by an error: the image may need more memory than this browser has.",
    undecodable:
      "This browser cannot read the pixels of this image. Choose it as PNG, JPEG or WebP.",
    scanPixels: (found: string, most: string) =>
      `The image has ${found} megapixels; at most ${most} are searched (scan-pixels). Choose a smaller one.`,
    scanPixelsPerMetre: (found: string, least: string) =>
      `The image has ${found} pixels per metre; at least ${least} are needed (scan-pixels-per-metre). Check its scale, or choose a larger one.`,
    scanPieces: (found: string, most: string) =>
      `The image has ${found} pieces that could be walls; at most ${most} are compared (scan-pieces). Cut out the plan alone, or check the scale.`,
  },
  imagePixels: (most: string) => ({
    what: `The image has more than ${most} megapixels, which is the most that is shown (image-pixels).`,
    next: "Choose a smaller one.",
  }),
  model: {
    chosen: (name: string) =>
      `“${name}” is a model. Its picture from above becomes the tracing image, already to scale.`,
    cut: "Cut at (m above its lowest point)",
    drawing: (name: string) => `Drawing “${name}” from above …`,
    draw: "Use picture",
  },
  dropHint: "Or drop an image onto the drawing, or paste one.",
  notWhileUploading: "Another image is being uploaded.",
};

export const panels = {
  titles: {
    properties: "Properties",
    outline: "Outline",
    checks: "Checks",
    homeAssistant: "House",
    tracing: "Image",
    trackers: "Trackers",
    layers: "Layers",
    yaml: "YAML",
    history: "History",
    file: "File",
    conflicts: "Conflicts",
  },
  dismiss: "Dismiss",
  show: "Show",
  remove: "Remove",
  apply: "Apply",
  /** A text and its subject. */
  about: (what: string, it: string) => `${what}: ${it}`,
  /** Ends a shortened list. */
  more: (count: number) => `and ${count} more`,
  /** Names of the panels' undo steps. */
  actions: {
    field: "Change properties",
    yaml: "Apply YAML",
    import: "Import file",
    restore: "Restore revision",
    image: "Add tracing image",
    imagePlace: "Place tracing image",
    imageRemove: "Remove tracing image",
    walls: "Accept found walls",
    tracker: "Change tracker",
    trackerAdd: "Add tracker",
    trackerRemove: "Remove tracker",
    trackerPoint: "Calibrate tracker",
    layer: "Change layer",
    layerAdd: "Add layer",
    layerRemove: "Remove layer",
    layerAssign: "Put into layer",
    repair: "Fix a problem",
    areas: "Create rooms from areas",
    areaLinks: "Link rooms to areas",
    areaSensors: "Add sensors of areas",
    placeEntities: "Place entities",
    replaceEntity: "Replace entity",
  },
  kinds: {
    levels: "Floor",
    labels: "Label",
    backgrounds: "Tracing image",
    trackers: "Tracker",
    layers: "Layer",
    plan: "Plan",
  },
  properties,
  outline: {
    search: "Search",
    nothing: "The plan is empty.",
    noMatch: "No matches.",
    elsewhere: "Outside all rooms",
    wholePlan: "Plan",
    unknownLevel: (id: string) => `Unknown floor “${id}”`,
    count: (count: number) => counted(count, "# item", "# items"),
    tree: "Everything on the plan",
  },
  checks: {
    named: (name: string, id: string) => `${name} “${id}”`,
    fine: "No problems found.",
    count: (count: number) => counted(count, "# problem", "# problems"),
    finding: findings,
  },
  tracing,
  yaml: {
    scope: "Scope",
    selection: (count: number) => counted(count, "# selected item", "# selected items"),
    whole: "Whole plan",
    loading: "Loading the editor …",
    label: "YAML text",
    stale: "The plan has changed since this text was written.",
    reload: "Reload",
    applied: "Applied. Undo takes it back.",
    same: "No changes to apply.",
  },
  file: {
    exportHint: "The plan as drawn now, with unsaved changes, as a JSON file.",
    export: "Export plan",
    importHint:
      "A file replaces the drawing. Nothing is saved until you save, and undo takes it back.",
    import: "Import plan…",
    foreignHint:
      "A plan from another program: a Sweet Home 3D home, a RoomPlan scan, a DXF drawing, an IFC building, or a floor plan from Home Assistant’s folder, with its images. You first see what will be imported and what won’t.",
    foreign: "Import from another program…",
    notLoaded: "Import could not be loaded. Try again when the connection is back.",
    imported: (name: string) => `“${name}” was imported, but is not saved yet.`,
    noJson: (name: string, reason: string) => `“${name}” is not JSON: ${reason}`,
    noPlan: (name: string) => `“${name}” is not a plan: a plan is an object with fields.`,
    wrongField: (field: string, expected: string) => `“${field}” must be ${expected}.`,
    list: "a list",
    object: "an object",
    text: "text",
    fileName: "floorplan",
  },
  history: {
    intro: "The stored plan and its earlier revisions. Look at one before you restore it.",
    empty: "There are no earlier revisions yet.",
    loading: "Loading history …",
    reload: "Reload",
    revision: (rev: number) => `Revision ${rev}`,
    /** In place of an author: the revision follows entities that were renamed there. */
    renamedEntities: "renamed in Home Assistant",
    counts: (rooms: number, items: number) =>
      `${counted(rooms, "# room", "# rooms")}, ${counted(items, "# item", "# items")}`,
    preview: (rev: number) => `Revision ${rev}, compared with the drawing`,
    same: "This revision is the same as the drawing.",
    restore: "Restore this revision",
    restoreHint:
      "Restoring replaces the drawing. Nothing is saved until you save, and undo takes it back.",
    levels: "Floor",
    drawing: "Preview of the revision",
    side: "Show",
    sides: { differences: "Differences", now: "The drawing now", after: "After restoring" },
    legend: "What restoring does",
    marks: { removed: "Would be removed", added: "Would be added", changed: "Would change" },
    changes: "Differences",
  },
  conflicts: {
    /** `both` lists you and the others. */
    title: (both: string) => `Changed by ${both}`,
    you: "you",
    somebody: "somebody else",
    intro: "Choose what to keep. Until you choose, nothing is lost and nothing can be saved.",
    first: (count: number): string =>
      counted(count, "# conflict to resolve first.", "# conflicts to resolve first."),
    none: "There are no conflicts to resolve.",
    mine: "Mine",
    theirs: "Theirs",
    theirsOf: (who: string) => `Theirs (${who})`,
    keepMine: "Keep mine",
    takeTheirs: "Take theirs",
    allMine: "Keep mine for all",
    allTheirs: "Take theirs for all",
    deleted: "deleted",
    order: "the order",
    noPicture: "not on the drawing",
    left: (count: number) => `${count} left to resolve`,
    later: (count: number) => `and ${count} more, once these are resolved`,
    overwrite: "Overwrite others’ changes…",
    overwriteTitle: "Overwrite others’ changes?",
    overwriteText:
      "The plan as you see it replaces the stored one. Changes that others saved in the meantime and that your plan lacks disappear from the plan; the history keeps them for a while.",
    overwriteNow: "Overwrite",
  },
  notices: {
    incoming: "Somebody else has saved. New in your plan:",
    /** `both` lists you and the others. */
    conflicts: (both: string, count: number) =>
      `${both} have changed the same ${counted(count, "item", "# items")}.`,
    you: "You",
    choose: "Resolve",
    draft: (when: string) => `There are unsaved changes from ${when}.`,
    draftHint: "Restore them, or discard them for good.",
    keepDraft: "Restore",
    dropDraft: "Discard",
    region: "Messages",
  },
};

export type PanelsTexts = typeof panels;
