import type {
  ChangesTexts,
  EditorTexts,
  FormsTexts,
  out as english,
  SessionTexts,
  TogetherTexts,
} from "../en/editing.ts";
import { counted } from "./tools.ts";

export const editor: EditorTexts = {
  title: "Éditeur de plan",
  drawing: "Dessin",
  back: "Retour au plan",
  undo: "Annuler",
  redo: "Rétablir",
  snap: "Accrochage",
  snapHint: "Accrocher à la grille, aux murs et aux angles (S). Maintenez Alt pour le suspendre.",
  zoomIn: "Zoom avant",
  zoomOut: "Zoom arrière",
  fit: "Tout afficher",
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
    conflicts: "Choix à faire",
    away: "Hors ligne",
    awayDirty: "Hors ligne, conservé sur cet appareil",
  },
  selection: "Sélection",
  rename: "Nom",
  hinge: "Gonds",
  swing: "Sens",
  rotate: "Pivoter",
  duplicate: "Dupliquer",
  remove: "Supprimer",
  threeCorners: "Une pièce a besoin d’au moins trois angles.",
  welcome: "Votre première pièce",
  welcomeHint:
    "Faites glisser sur la feuille pour la dessiner. Les portes, les fenêtres et les meubles viendront ensuite.",
  welcomeImport: "Importer un plan…",
  levels: "Étages",
  noLevels: "Le plan a un seul étage, sans nom. Ajoutez-en un autre, et tous deux en recevront un.",
  levelName: "Nom de l’étage",
  manageLevels: "Gérer les étages",
  addLevel: "Ajouter un étage",
  firstLevel: "Rez-de-chaussée",
  newLevel: (number) => (number === 1 ? "1er étage" : `${number}e étage`),
  levelUp: (name) => `Monter : ${name}`,
  levelDown: (name) => `Descendre : ${name}`,
  removeLevel: (name) => `Supprimer : ${name}`,
  removeLevelQuestion: (name) => `Supprimer l’étage « ${name} » ?`,
  removeLevelConsequence: ({ rooms, openings, items, hasImage }) => {
    const counts = [
      counted(rooms, "pièce"),
      counted(openings, "porte ou fenêtre", "portes et fenêtres"),
      counted(items, "élément"),
    ].join(", ");
    return rooms + openings + items === 0 && !hasImage
      ? "Il est vide."
      : `Disparaissent avec lui : ${counts}${hasImage ? " et son image de fond" : ""}. « Annuler » rétablit tout.`;
  },
  actions: {
    draw: "Dessiner",
    add: "Ajouter",
    move: "Déplacer",
    reshape: "Modifier la forme",
    label: "Déplacer le nom",
    resize: "Modifier la taille",
    rotate: "Pivoter",
    flip: "Retourner",
    rename: "Nommer",
    remove: "Supprimer",
    paste: "Coller",
    duplicate: "Dupliquer",
    addLevel: "Ajouter un étage",
    renameLevel: "Renommer un étage",
    moveLevel: "Réordonner les étages",
    removeLevel: "Supprimer un étage",
    draft: "Reprendre un travail non enregistré",
    wentBack: "Suivre le service vers un autre plan",
  },
  escape: "Annuler, puis revenir à la sélection",
  characters: "Les lettres, les chiffres et les signes agissent tant que le dessin a le focus.",
  shortcuts: [
    {
      title: "Sélection",
      keys: [
        [["Maj", "clic"], "Ajouter à la sélection"],
        [["Maj", "glisser"], "Sélectionner ce qui se trouve dans un cadre"],
        [["Ctrl", "A"], "Tout sélectionner à cet étage"],
        [["Flèches"], "Déplacer de 5 cm, avec Maj de 50 cm"],
        [["R"], "Pivoter de 90°, avec Maj dans l’autre sens"],
        [["Ctrl", "C"], "Copier"],
        [["Ctrl", "X"], "Couper"],
        [["Ctrl", "V"], "Coller"],
        [["Ctrl", "D"], "Dupliquer"],
        [["Suppr"], "Supprimer"],
        [["F2"], "Nommer"],
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
        [["0"], "Tout afficher"],
        [["Espace", "glisser"], "Déplacer la vue, aussi avec le bouton du milieu ou deux doigts"],
      ],
    },
    {
      title: "Sans souris",
      keys: [
        [["Tab"], "Aller à la forme ou à la poignée suivante"],
        [["Entrée"], "Sélectionner une forme ; une seconde fois : aller à ses poignées"],
        [["Flèches"], "Déplacer la forme, la poignée ou la croix d’un outil de dessin"],
        [["Entrée"], "Placer un point à la croix ; sur la poignée d’un mur : nouvel angle"],
        [["Espace"], "Placer un point à la croix, là où Entrée fermerait la pièce"],
        [["Suppr"], "Sur la poignée d’un angle : enlever cet angle"],
      ],
    },
  ],
};

export const session: SessionTexts = {
  problems: {
    wentBack: {
      what: "Le service est revenu avec un autre plan qu’auparavant.",
      next: "Ce qu’il a perdu est toujours ici : « Annuler » le ramène, et un enregistrement le conserve de nouveau.",
    },
    draftFailed: {
      what: "Les modifications non enregistrées ne peuvent pas être conservées sur cet appareil.",
      next: "Enregistrez souvent : elles sont perdues si cette page est fermée.",
    },
    notStored: {
      what: "Le dernier enregistrement ne figure pas dans le plan conservé.",
      next: "Vos modifications sont toujours ici : enregistrez de nouveau.",
    },
  },
  steps: {
    draft: "reprise d’un travail non enregistré",
    wentBack: "retour du service à un autre plan",
  },
};

// Nouns, which need not agree with a name whose gender nobody knows.
export const together: TogetherTexts = {
  saved: (who, count) =>
    `${who} ${count === 1 ? "a" : "ont"} enregistré. Nouveau dans votre plan :`,
  somebody: "quelqu’un d’autre",
  nothing: "aucun changement",
  more: "et plus",
  one: {
    added: (name) => `ajout : ${name}`,
    removed: (name) => `suppression : ${name}`,
    renamed: (name) => `nouveau nom : ${name}`,
    moved: (name) => `déplacement : ${name}`,
    changed: (name) => `modification : ${name}`,
    reordered: (name) => `nouvel ordre : ${name}`,
  },
  many: {
    added: (count) => counted(count, "ajout"),
    removed: (count) => counted(count, "suppression"),
    renamed: (count) => counted(count, "nouveau nom", "nouveaux noms"),
    moved: (count) => counted(count, "déplacement"),
    changed: (count) => counted(count, "modification"),
    reordered: (count) => `nouvel ordre de ${counted(count, "liste")}`,
  },
  stored: "enregistrée maintenant",
  present: "Modifient aussi",
  editing: (name, floor) =>
    floor === undefined ? `${name} modifie le plan` : `${name} modifie : ${floor}`,
  others: (count) => `${count} de plus`,
};

// Nouns, which need not agree with a name whose gender nobody knows.
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
    from: "Une extrémité",
    id: "Identifiant",
    labels: "Emplacement des noms de pièces",
    left: "Depuis la gauche",
    opacity: "Opacité",
    outdoor: "Espace extérieur",
    points: "Angles",
    rules: "Règles",
    to: "Autre extrémité",
    top: "Depuis le haut",
    url: "Image",
  },
};

export const out: typeof english = {
  title: "Dessin",
  hint: "L’étage tel qu’il est dessiné maintenant, à l’échelle. Le SVG et l’impression restent nets à toute taille ; pour un PDF, choisissez « Enregistrer au format PDF » en imprimant.",
  floor: "Étage",
  allFloors: "Tous les étages",
  scale: "Échelle du SVG",
  width: "Largeur du PNG",
  pixels: (count) => `${count} pixels`,
  traced: "Avec l’image de fond",
  svg: "Télécharger en SVG",
  png: "Télécharger en PNG",
  print: "Imprimer ou enregistrer en PDF",
  notLoaded:
    "Ce qui dessine pour le papier n’a pas pu être chargé. Réessayez quand la connexion sera revenue.",
  noPng:
    "Ce navigateur n’a pas la place pour une image aussi grande. Choisissez une largeur plus petite.",
  withImages: "Exporter avec ses images",
  withoutImages: (floors) =>
    `Le fichier ne contient que l’adresse de l’image de ${floors}, qui n’a pas pu être lue.`,
  uploading: (floor) => `Envoi de l’image de ${floor}…`,
  ended: "L’importation est interrompue ; rien n’a été modifié.",
  noImage: (floor) =>
    `L’image de ${floor} dans ce fichier est abîmée, ou d’un type que le service n’accepte pas. Rien n’a été modifié.`,
};

export const forms: FormsTexts = {
  noLength: "Ce n’est pas une longueur : écrivez 5,2, 520 cm ou 17′ 6″.",
  noNumber: "Ce n’est pas un nombre.",
  heldBack: (text) => `« ${text} » est illisible et n’est donc pas encore enregistré.`,
  imageNoPlan: (name) =>
    `« ${name} » est une image : pour dessiner par-dessus, ajoutez-la sous « Image ». Un fichier de plan est ce qu’écrit « Exporter le plan ».`,
  noPlanFile: (name) =>
    `« ${name} » n’est pas un fichier de plan : c’est le JSON qu’écrit « Exporter le plan ».`,
  notApplied: "Ce texte n’est pas encore appliqué ; enregistrer l’applique.",
  icons: {
    list: "Icônes",
    loading: "Chargement des noms des icônes…",
    none: "Aucune icône trouvée. Leurs noms sont anglais, comme lamp ou bed.",
    found: (count) => (count === 1 ? "1 icône" : `${count} icônes`),
  },
  now: {
    applies: "S’applique maintenant.",
    appliesNot: "Ne s’applique pas maintenant.",
    holds: "Remplie.",
    holdsNot: "Non remplie.",
    holdsAs: (value) => `Remplie : est ${value}.`,
    holdsNotAs: (value) => `Non remplie : est ${value}.`,
    noState: "Non remplie : rien n’en est connu.",
    template: "Home Assistant le calcule ; ce n’est pas vérifié ici.",
  },
  oneOf: (number) => `Possibilité ${number}`,
  pieces: { search: "Rechercher", none: "Rien ne s’appelle ainsi." },
  completions: "Ce qui peut s’écrire ici",
  yamlHeldBack: "Le texte YAML ne peut pas être appliqué et n’est donc pas encore enregistré.",
};

export { arranging, house, measures, rules, tapped, tools, touch, walls } from "./tools.ts";
export { panels } from "./panels.ts";
