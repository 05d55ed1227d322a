import type {
  ChangesTexts,
  EditorTexts,
  FormsTexts,
  SessionTexts,
  CollaborationTexts,
} from "../en/editing.ts";
import { pluralIn } from "../word-types.ts";

const counted = pluralIn("fr");

export const editor: EditorTexts = {
  title: "Éditeur de plan",
  drawing: "Dessin",
  back: "Retour au plan",
  undo: "Annuler",
  redo: "Rétablir",
  snap: "Accrochage",
  snapHint: "Accrocher à la grille, aux murs et aux angles (S). Maintenez Alt pour suspendre.",
  turnPlan: "Tourner le plan pour remplir l’écran",
  turnings: {
    turned: "Le plan est tourné pour remplir l’écran.",
    upright: "Le plan n’est plus tourné.",
  },
  noGrid: "Pas de grille sur l’image",
  zoomIn: "Zoom avant",
  zoomOut: "Zoom arrière",
  fit: "Ajuster à l’écran",
  help: "Raccourcis clavier",
  panel: "Détails",
  close: "Fermer",
  ok: "OK",
  done: "Terminé",
  cancel: "Annuler",
  save: "Enregistrer",
  saveHint: "Enregistrer pour tout le monde (Ctrl+S)",
  saveStates: {
    waiting: "Chargement…",
    saved: "Tout est enregistré",
    dirty: "Non enregistré",
    saving: "Enregistrement…",
    conflicts: "Conflits à résoudre",
    away: "Hors ligne",
    awayDirty: "Hors ligne, conservé sur cet appareil",
  },
  selection: "Sélection",
  rename: "Renommer",
  hinge: "Gonds",
  swing: "Sens",
  rotate: "Pivoter",
  duplicate: "Dupliquer",
  remove: "Supprimer",
  threeCorners: "Une pièce doit avoir au moins trois angles.",
  welcome: "Votre première pièce",
  welcomeHint:
    "Faites glisser sur la feuille pour la dessiner. Les portes, les fenêtres et les meubles viendront ensuite.",
  levels: "Étages",
  noLevels: "Le plan a un seul étage, sans nom. Ajoutez-en un autre : les deux recevront un nom.",
  levelName: "Nom de l’étage",
  manageLevels: "Gérer les étages",
  levelHeights: "Hauteurs",
  addLevel: "Ajouter un étage",
  firstLevel: "Rez-de-chaussée",
  newLevel: (number) => (number === 1 ? "1er étage" : `${number}e étage`),
  levelUp: (name) => `Monter : ${name}`,
  levelDown: (name) => `Descendre : ${name}`,
  removeLevel: (name) => `Supprimer : ${name}`,
  removeLevelQuestion: (name) => `Supprimer l’étage « ${name} » ?`,
  removeLevelConsequence: ({ rooms, openings, items, hasImage }) => {
    const counts = [
      counted(rooms, "# pièce", "# pièces"),
      counted(openings, "# porte ou fenêtre", "# portes et fenêtres"),
      counted(items, "# élément", "# éléments"),
    ].join(", ");
    return rooms + openings + items === 0 && !hasImage
      ? "Il est vide."
      : `Seront aussi supprimés : ${counts}${hasImage ? " et son image de fond" : ""}. « Annuler » rétablit tout.`;
  },
  actions: {
    draw: "Dessiner",
    add: "Ajouter",
    move: "Déplacer",
    reshape: "Modifier la forme",
    label: "Déplacer le nom",
    resize: "Redimensionner",
    rotate: "Pivoter",
    flip: "Retourner",
    rename: "Renommer",
    remove: "Supprimer",
    paste: "Coller",
    duplicate: "Dupliquer",
    addLevel: "Ajouter un étage",
    renameLevel: "Renommer un étage",
    moveLevel: "Réordonner les étages",
    levelHeights: "Modifier les hauteurs d’un étage",
    removeLevel: "Supprimer un étage",
    draft: "Restaurer les modifications non enregistrées",
    wentBack: "Passer au plan du serveur",
  },
  escape: "Annuler, puis revenir à la sélection",
  characters: "Les raccourcis d’une seule touche n’agissent que si le dessin a le focus.",
  shortcuts: [
    {
      title: "Sélection",
      keys: [
        [["Maj", "clic"], "Ajouter à la sélection"],
        [["Maj", "glisser"], "Sélectionner tout ce qui est dans un cadre"],
        [["Ctrl", "A"], "Tout sélectionner à cet étage"],
        [["Flèches"], "Déplacer de 5 cm, avec Maj de 50 cm"],
        [["R"], "Pivoter de 90°, avec Maj dans l’autre sens"],
        [["Ctrl", "C"], "Copier"],
        [["Ctrl", "X"], "Couper"],
        [["Ctrl", "V"], "Coller"],
        [["Ctrl", "D"], "Dupliquer"],
        [["Suppr"], "Supprimer"],
        [["F2"], "Renommer"],
      ],
    },
    {
      title: "Plan et affichage",
      keys: [
        [["Ctrl", "S"], "Enregistrer"],
        [["Ctrl", "Z"], "Annuler"],
        [["Ctrl", "Y"], "Rétablir"],
        [["S"], "Activer ou désactiver l’accrochage"],
        [["Alt"], "Maintenir pour suspendre l’accrochage"],
        [["+", "−"], "Zoomer, comme avec la molette"],
        [["0"], "Ajuster à l’écran"],
        [["Espace", "glisser"], "Déplacer la vue, aussi avec le bouton du milieu ou deux doigts"],
      ],
    },
    {
      title: "Sans souris",
      keys: [
        [["Tab"], "Aller à la forme ou à la poignée suivante"],
        [["Entrée"], "Sélectionner une forme ; appuyer encore : aller à ses poignées"],
        [["Flèches"], "Déplacer la forme, la poignée ou le réticule d’un outil de dessin"],
        [["Entrée"], "Placer un point au réticule ; sur la poignée d’un mur : ajouter un angle"],
        [["Espace"], "Placer un point au réticule, même là où Entrée fermerait la pièce"],
        [["Suppr"], "Sur la poignée d’un angle : supprimer l’angle"],
      ],
    },
  ],
};

export const session: SessionTexts = {
  problems: {
    wentBack: {
      what: "Le serveur est revenu avec un autre plan.",
      next: "Ce qu’il a perdu est toujours ici : « Annuler » le rétablit, et l’enregistrement le conserve de nouveau.",
    },
    draftFailed: {
      what: "Les modifications non enregistrées ne peuvent pas être conservées sur cet appareil.",
      next: "Enregistrez souvent : fermer cette page les fait perdre.",
    },
    notStored: {
      what: "Le dernier enregistrement manque dans le plan enregistré.",
      next: "Vos modifications sont toujours ici : enregistrez de nouveau.",
    },
  },
};

// Nouns, which need not agree with a name of unknown gender.
export const collaboration: CollaborationTexts = {
  saved: (who, count) =>
    `${who} ${counted(count, "a", "ont")} enregistré. Nouveau dans votre plan :`,
  somebody: "quelqu’un d’autre",
  yourTab: "Vous, dans un autre onglet",
  youThere: "vous (dans un autre onglet)",
  savedByYou: "Vous avez enregistré dans un autre onglet. Nouveau dans votre plan :",
  overlapYours: (count) =>
    `Vous avez modifié ${counted(count, "le même élément", "les mêmes # éléments")} ici et dans un autre onglet.`,
  titleYours: "Modifié ici et dans un autre onglet",
  otherTab: "Dans l’autre onglet",
  nothing: "aucun changement",
  more: "et plus",
  moreChanges: (count) => counted(count, "et # autre", "et # autres"),
  one: {
    added: (name) => `ajout : ${name}`,
    removed: (name) => `suppression : ${name}`,
    renamed: (name) => `nouveau nom : ${name}`,
    moved: (name) => `déplacement : ${name}`,
    changed: (name) => `modification : ${name}`,
    reordered: (name) => `nouvel ordre : ${name}`,
  },
  many: {
    added: (count) => counted(count, "# ajout", "# ajouts"),
    removed: (count) => counted(count, "# suppression", "# suppressions"),
    renamed: (count) => counted(count, "# nouveau nom", "# nouveaux noms"),
    moved: (count) => counted(count, "# déplacement", "# déplacements"),
    changed: (count) => counted(count, "# modification", "# modifications"),
    reordered: (count) => `nouvel ordre de ${counted(count, "# liste", "# listes")}`,
  },
  stored: "actuelle",
  present: "Modifient aussi",
  editing: (name, floor) =>
    floor === undefined ? `${name} modifie le plan` : `${name} modifie : ${floor}`,
  others: (count) => `${count} de plus`,
};

// Nouns, which need not agree with a name of unknown gender.
export const changes: ChangesTexts = {
  inRoom: (room) => ` (${room})`,
  added: (name, where) => `Ajout : ${name}${where}`,
  removed: (name, where) => `Suppression : ${name}${where}`,
  moved: (name, far, where) => `Déplacement${far === "" ? "" : ` de${far}`} : ${name}${where}`,
  changed: (name, where, fields) =>
    `Modification : ${name}${where}${fields === "" ? "" : ` – ${fields}`}`,
  reordered: (list) => `${list} : nouvel ordre`,
  fields: {
    backgrounds: "Images de fond",
    from: "Début",
    id: "Identifiant",
    labels: "Positions des noms de pièces",
    left: "Depuis la gauche",
    opacity: "Opacité",
    outdoor: "Espace extérieur",
    points: "Angles",
    rules: "Règles",
    to: "Fin",
    top: "Depuis le haut",
    url: "Image",
  },
};

export const forms: FormsTexts = {
  noLength: "Ce n’est pas une longueur. Essayez 5,20, 520 cm ou 17′ 6″.",
  noNumber: "Ce n’est pas un nombre.",
  fieldInvalid: (text) => `« ${text} » est illisible et n’est donc pas encore enregistré.`,
  imageNoPlan: (name) =>
    `« ${name} » est une image. Pour la décalquer, ajoutez-la sous « Image » ; les fichiers de plan viennent de « Exporter le plan ».`,
  noPlanFile: (name) =>
    `« ${name} » n’est pas un fichier de plan. Choisissez un fichier JSON issu de « Exporter le plan ».`,
  notApplied: "Pas encore appliqué. L’enregistrement l’applique.",
  icons: {
    list: "Icônes",
    loading: "Chargement des noms des icônes…",
    none: "Aucun résultat. Les noms des icônes sont en anglais, comme lamp ou bed.",
    found: (count) => counted(count, "# icône", "# icônes"),
  },
  now: {
    applies: "S’applique maintenant.",
    appliesNot: "Ne s’applique pas maintenant.",
    holds: "Remplie.",
    holdsNot: "Non remplie.",
    holdsAs: (value) => `Remplie (maintenant ${value}).`,
    holdsNotAs: (value) => `Non remplie (maintenant ${value}).`,
    noState: "Non remplie (état inconnu).",
    template: "Home Assistant l’évalue ; ce n’est pas vérifié ici.",
  },
  oneOf: (number) => `Alternative ${number}`,
  completions: "Suggestions",
  yamlInvalid: "Le texte YAML n’est pas valide et n’est donc pas encore enregistré.",
};

export { measures } from "./measures.ts";
export { arranging, homeAssistant, rules, tools, touch, walls } from "./tools.ts";
export { panels } from "./panels.ts";
export { sun } from "./sun.ts";
export { mesh } from "./mesh.ts";
export { layerForm } from "./layers.ts";
export { trackers } from "./trackers.ts";
export { synonyms } from "./synonyms.ts";
export { exportDialog, sheet } from "./drawing-files.ts";
