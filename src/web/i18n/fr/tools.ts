import type * as english from "../en/tools.ts";
import type {
  ArrangingTexts,
  HouseTexts,
  MeasuresTexts,
  RulesTexts,
  ToolsTexts,
  TouchTexts,
  WallsTexts,
} from "../en/tools.ts";

/** A number with its noun: in French, none is singular like one. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count < 2 ? one : many}`;

export const tools: ToolsTexts = {
  palette: "Outils",
  select: "Sélectionner",
  choosePiece: "Que voulez-vous placer ?",
  things: (count) => counted(count, "élément"),
  added: (name) => `Ajout : ${name}.`,
  removed: (name) => `Suppression : ${name}.`,
  removedWithOpenings: (name, openings) =>
    `Suppression : ${name}, avec ${counted(openings, "ouverture")}.`,
  copied: (name) => `Copie : ${name}.`,
  moved: (x, z) => `Position : ${x} ; ${z}.`,
  tooSmall: "Trop petit pour une pièce : dessinez-en une plus grande.",
  tooShort: "Trop court : tracez plus long.",
  nameOf: "Nom",
  handles: {
    corner: (number) => `Angle ${number}`,
    wall: (number) => `Mur ${number}`,
    end: (number) => (number === 1 ? "Une extrémité" : "Autre extrémité"),
    side: (number) =>
      ["Arrière", "Côté droit", "Avant", "Côté gauche"][number - 1] ?? `Côté ${number}`,
    turn: () => "Pivoter",
    label: () => "Place du nom",
  },
  hints: {
    select: "Cliquez sur un élément pour le sélectionner, faites-le glisser pour le déplacer.",
    selectedMany: "Faites glisser l’un d’eux pour les déplacer tous.",
    roomNext:
      "Dessinez la pièce suivante à côté de celle-ci : leurs murs se rejoignent. Ajoutez ensuite portes et fenêtres.",
    roomSecond: "Maintenant l’angle opposé.",
    lineSecond: "Maintenant l’autre extrémité.",
    cornersNext: "Cliquez sur l’angle suivant. Annuler enlève le dernier.",
    cornersClose: "Cliquez sur l’angle suivant, ou le premier pour fermer la pièce.",
    image: "Faites glisser l’image à sa place. Échap pour terminer.",
    calibrate: "Cliquez sur l’un des deux points de l’image dont vous connaissez la distance.",
    calibrateSecond: "Maintenant l’autre point.",
    openingHere: "Il y en a déjà une ici : faites-la glisser le long du mur.",
    noWalls: "Dessinez d’abord une pièce : les ouvertures vont dans ses murs.",
    noWallHere: "Il n’y a pas de mur ici. Pointez-en un.",
    place: (name) => `Cliquez à l’endroit voulu : ${name}.`,
    turns: "R le fait pivoter.",
  },
};

export const arranging: ArrangingTexts = {
  menu: "Actions",
  more: "Autres actions",
  copy: "Copier",
  cut: "Couper",
  paste: "Coller",
  pasteInPlace: "Coller au même endroit",
  selectAll: "Tout sélectionner",
  group: "Grouper",
  ungroup: "Dégrouper",
  align: "Aligner",
  alignLeft: "À gauche",
  alignCentre: "Au centre",
  alignRight: "À droite",
  alignTop: "En haut",
  alignMiddle: "Au milieu",
  alignBottom: "En bas",
  distribute: "Répartir",
  distributeHorizontally: "Horizontalement",
  distributeVertically: "Verticalement",
  order: "Ordre",
  toFront: "Au premier plan",
  forward: "Vers l’avant",
  backward: "Vers l’arrière",
  toBack: "À l’arrière-plan",
  pick: "Sélectionner plusieurs",
  picking: "Touchez ce que vous voulez ; glissez pour tracer un cadre.",
  pickingEnds: "Terminé",
  nothingCopied: "Rien n’a encore été copié.",
  notOurs: "Ce qui a été copié en dernier n’est pas une partie de plan.",
  leftOut: (count) =>
    count === 1
      ? "Aucun mur n’a de place ici pour l’ouverture."
      : `Aucun mur n’a de place ici pour ${count} ouvertures.`,
  copyLevel: (name) => `Dupliquer ${name}`,
  copyOnly: "Dupliquer l’étage",
  nameOfCopy: (name) => `Copie de ${name}`,
  copyLevelQuestion: (name) => `Dupliquer l’étage ${name} ?`,
  copyLevelEntities: (count) =>
    count === 1
      ? "Ce qui s’y trouve montre 1 entité. Les copies doivent-elles la montrer aussi ?"
      : `Ce qui s’y trouve montre ${count} entités. Les copies doivent-elles les montrer aussi ?`,
  withoutEntities: "Sans entités",
  sameEntities: "Avec les mêmes entités",
  levelCopied: (name) => `${name} ajouté.`,
  actions: {
    align: "Aligner",
    distribute: "Répartir",
    order: "Changer l’ordre",
    group: "Grouper",
    ungroup: "Dégrouper",
    cut: "Couper",
    copyLevel: "Dupliquer un étage",
  },
  keyNames: { ctrl: "Ctrl", shift: "Maj", delete: "Suppr", f2: "F2", f10: "F10" },
  shortcuts: {
    title: "Copier et disposer",
    keys: [
      [["Ctrl", "clic"], "Ajouter à la sélection, ou en retirer"],
      [["Glisser"], "Sur le sol d’une pièce non sélectionnée : un cadre"],
      [["Ctrl", "Maj", "V"], "Coller au même endroit, aussi à un autre étage"],
      [["Ctrl", "G"], "Grouper, avec Maj dégrouper"],
      [["Ctrl", "↑"], "Vers l’avant, avec Maj au premier plan"],
      [["Ctrl", "↓"], "Vers l’arrière, avec Maj à l’arrière-plan"],
      [["Maj", "F10"], "Menu des actions, comme un clic droit"],
    ],
  },
};

export const measures: MeasuresTexts = {
  sorts: { inner: "Cotes intérieures", centre: "Cotes d’axe en axe" },
  chosen: {
    inner: "Longueurs et surfaces vont de la face d’un mur à celle de l’autre.",
    centre: "Longueurs et surfaces vont du milieu d’un mur à celui de l’autre.",
  },
  ruler: "Mètre ruban",
  rulerHint: "Cliquez sur une extrémité de ce que vous mesurez. Rien n’est dessiné.",
  measured: (length, x, z) => `${length} ; ${x} en largeur, ${z} en hauteur.`,
  area: (metres) => `${metres} m²`,
  width: "Largeur",
  depth: "Profondeur",
  length: "Longueur",
  wall: (number) => `Longueur du mur ${number}`,
  ends: ["Distance à un bout du mur", "Distance à l’autre bout du mur"],
  ways: {
    left: "Distance à gauche",
    right: "Distance à droite",
    up: "Distance vers le haut",
    down: "Distance vers le bas",
  },
  moves: "Le bout droit ou inférieur se déplace.",
  change: (label, metres) => `${label} : ${metres}. Modifier`,
  type: "Saisir une longueur",
  typing: "Un nombre fixe maintenant la longueur.",
  noLength: "Ce n’est pas une longueur. Essayez 5,20, 520 cm ou 17′.",
  noFit: "Il n’y a pas la place pour cette longueur ici.",
  taken: (name) => `Une autre ouverture s’y trouve : ${name}.`,
};

/** What a mouse does, and what a finger does instead, as it is written within a sentence. */
const words: readonly (readonly [mouse: string, finger: string])[] = [
  ["double-cliquez sur", "touchez deux fois"],
  ["double-cliquer sur", "toucher deux fois"],
  ["double-clic", "double appui"],
  ["cliquez à l’endroit", "touchez l’endroit"],
  ["cliquez sur", "touchez"],
  ["cliquer sur", "toucher"],
  ["cliquez", "touchez"],
  ["cliquer", "toucher"],
  ["clic", "appui"],
];

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const tapped: typeof english.tapped = (sentence) =>
  words.reduce(
    (said, [mouse, finger]) =>
      said.replaceAll(mouse, finger).replaceAll(capital(mouse), capital(finger)),
    sentence,
  );

export const house: HouseTexts = {
  picker: {
    list: "Entités",
    none: "Aucune entité trouvée. Un identifiant saisi en entier est repris.",
    found: (count) => counted(count, "entité"),
    stranger: "Home Assistant n’a pas cette entité.",
    another: (id) => `Autre entité à la place de ${id}`,
    more: (number) => `Entité ${number}`,
  },
  areas: {
    title: "Pièces à partir des zones",
    hint: "Zones de Home Assistant qu’aucune pièce ne représente. Chacune devient une pièce de 4 mètres sur 3 à côté de ce qui existe, avec ses capteurs.",
    none: "Chaque zone est liée à une pièce.",
    noAreas: "Home Assistant n’a aucune zone.",
    noFloor: "Aucun étage",
    make: (count) => `Créer ${counted(count, "pièce")}`,
    made: (count) => (count < 2 ? `${count} pièce est créée.` : `${count} pièces sont créées.`),
    linkHint: "Ces zones portent le nom d’une pièce déjà dessinée.",
    link: (name) => `Lier « ${name} »`,
    linkAll: (count) => `Lier les ${count} pièces`,
    linked: (count) => (count < 2 ? `${count} pièce est liée.` : `${count} pièces sont liées.`),
    fill: "Ajouter les capteurs manquants",
    fillHint:
      "Il manque à des pièces liées un capteur de température ou d’humidité que leur zone possède.",
  },
  unplaced: {
    title: "Pas encore placé",
    hint: "Faites glisser un élément à sa place, ou appuyez dessus pour le placer dans sa pièce.",
    none: "Tout ce que contiennent les zones liées est sur le plan.",
    noRooms: "Liez des pièces à des zones, et leur contenu vous est proposé ici.",
    room: "Pièce",
    allRooms: "Toutes les pièces",
    choose: (name) => `Choisir ${name}`,
    chooseAll: (room) => `Tout choisir pour ${room}`,
    place: (name, room) => `Placer ${name} dans ${room}`,
    placeMany: (count, room) => `En placer ${count} dans ${room}`,
    as: (name) => `Ce qu’est ${name}`,
    ownSign: "Un élément à part",
    contact: (opening) => `Contact de ${opening}`,
    lock: (opening) => `Serrure de ${opening}`,
    blind: (opening) => `Store de ${opening}`,
    placed: (name) => `${name} : placé.`,
    things: (count) => counted(count, "élément"),
    notHere: "Rien n’a été placé : relâchez au-dessus du dessin.",
  },
  renamed: (from, to) => `Home Assistant appelle maintenant ${from} ${to} ; le plan suit.`,
  renamedMany: (count) => `Home Assistant a renommé ${count} entités ; le plan suit.`,
};

export const rules: RulesTexts = {
  title: "Règles",
  hint: "Tant que toutes ses conditions sont remplies, une règle change l’apparence. De plusieurs, chaque champ vient de la première qui le donne.",
  rule: (number) => `Règle ${number}`,
  entity: "Si cette entité",
  also: "Et si",
  condition: (number) => `Condition ${number}`,
  asks: "Ce qui doit être vrai",
  kinds: {
    state: "est dans l’état",
    state_not: "n’est pas dans l’état",
    above: "est au-dessus de",
    below: "est en dessous de",
    between: "est entre",
    known: "a un état quelconque",
    template: "Modèle",
    any: "l’une de plusieurs est remplie",
  },
  states: "État (plusieurs avec des virgules)",
  above: "Au-dessus de",
  below: "En dessous de",
  attribute: "De son attribut",
  removeCondition: (number) => `Supprimer la condition ${number}`,
  always: "Sans condition, elle s’applique toujours.",
  fields: {
    color: "alors couleur",
    icon: "Icône",
    text: "Texte",
    tint: "Couleur du sol",
    color_on: "Couleur à l’état actif",
    size: "Taille",
    opacity: "Opacité (0 à 1)",
    layer: "Calque",
  },
  more: "Autres changements",
  hide: "Masqué",
  add: "Ajouter une règle",
  addCondition: "Autre condition",
  remove: (number) => `Supprimer la règle ${number}`,
};

export const touch: TouchTexts = {
  usual: "Comportement habituel",
  path: "Page, par exemple /lovelace/kitchen",
  actions: {
    toggle: "Basculer",
    "more-info": "Plus d’informations",
    navigate: "Aller à une page",
    none: "Aucune action",
  },
};

export const walls: WallsTexts = {
  labelBack: "Remettre le nom à sa place habituelle",
  ofPlan: {
    titles: "Murs de tout le plan",
    explained: "D’une face à l’autre ; une pièce peut avoir ses propres murs.",
  },
  /** Said of a thickness that no wall has, in metres. */
  wrongThickness: (least, most) => `L’épaisseur d’un mur va de ${least} à ${most} m.`,
};
