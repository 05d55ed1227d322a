import type { ImportDialogTexts } from "../en/import.ts";
import { counted as some } from "./tools.ts";
import { expectedIn, type ImportingWords } from "../word-types.ts";

export const importDialog: ImportDialogTexts = {
  title: "Importer",
  reading: "Lecture des fichiers…",
  from: (origin) => `Un plan de ${origin}`,
  comes: "Ce qui est repris",
  floors: ({ floors }) => some(floors, "étage", "étages"),
  rooms: ({ rooms }) => some(rooms, "pièce", "pièces"),
  openings: ({ openings }) => some(openings, "porte ou fenêtre", "portes et fenêtres"),
  pieces: ({ pieces }) => some(pieces, "élément", "éléments"),
  images: ({ images }) => some(images, "image de fond", "images de fond"),
  earlier: (count) =>
    `${some(count, "ancien plan des fichiers reste", "anciens plans des fichiers restent")} de côté : « floorplan import --data » ${count < 2 ? "l’emporte" : "les emporte"} dans un nouveau logement.`,
  lost: "Ce qui se perd ou change",
  nothingLost: "Rien ne se perd.",
  named: (names, more) => (more === 0 ? names : `${names} et ${more.toLocaleString("fr")} de plus`),
  reaches: "Ce qu’il fait chez vous",
  judge:
    "Parcourez ceci avant de reprendre le plan de quelqu’un d’autre : un toucher agit avec les droits de la personne qui touche.",
  actions: (count) => some(count, "action au toucher", "actions au toucher"),
  addresses: (count) => some(count, "adresse externe", "adresses externes"),
  templates: (count) => some(count, "modèle pour Home Assistant", "modèles pour Home Assistant"),
  further: (count) =>
    `et ${count.toLocaleString("fr")} de plus ; « floorplan import FICHIER --preview » les donne tous.`,
  combined: (most) =>
    `D’autres actions sont possibles : un élément a des règles qui se combinent de plus de ${most} façons.`,
  drawing: "Aperçu",
  unsaved: "Rien n’est enregistré avant que vous n’enregistriez, et « Annuler » rétablit tout.",
  take: "Importer",
  replace: "Remplacer le plan",
  add: "Ajouter comme étages",
  cancel: "Annuler",
  close: "Fermer",
  others: "Choisir d’autres fichiers…",
  unreadable: (name) =>
    `« ${name} » ne peut pas être lu. D’un dossier, choisissez les fichiers qu’il contient.`,
  uploading: (floor) => `Envoi de l’image de ${floor}…`,
  ended: "L’import est arrêté ; rien n’a changé.",
};

/** Tant de quelque chose ; en français, 0 et 1 sont au singulier. */
const countOf = (count: number, one: string, many: string): string =>
  count < 2 ? `${count} ${one}` : `${count.toLocaleString("fr")} ${many}`;

/** Où dans un fichier. */
const at = (file: string, place: string): string =>
  place === "" ? file : file === "" ? place : `${file}, ${place}`;

const inWords = expectedIn({
  "an object": "un objet",
  "a list": "une liste",
  "a text": "un texte",
  "a number": "un nombre",
  "true or false": "true ou false",
  "a revision": "une révision",
});

export const importing: ImportingWords = {
  origins: {
    "fns-floorplan": "l’intégration de plans de Home Assistant",
    "houseplan-card": "houseplan-card",
    "sweet-home": "Sweet Home 3D",
  },
  losses: {
    missingImages: (count) =>
      `${countOf(count, "image que le plan nomme manque", "images que le plan nomme manquent")} parmi les fichiers`,
    unusedImages: (count) =>
      countOf(
        count,
        "image qu’aucun étage ne nomme est omise",
        "images qu’aucun étage ne nomme sont omises",
      ),
    unusableImages: (count) =>
      countOf(
        count,
        "image d’un type que le service n’accepte pas est omise",
        "images d’un type que le service n’accepte pas sont omises",
      ),
    unusedFiles: (count) =>
      countOf(
        count,
        "fichier qui n’en fait pas partie est omis",
        "fichiers qui n’en font pas partie sont omis",
      ),
    looseOpenings: (count) =>
      countOf(
        count,
        "porte ou fenêtre trop loin de tout mur d’une pièce est omise",
        "portes et fenêtres trop loin de tout mur d’une pièce sont omises",
      ),
    straightWalls: (count) =>
      countOf(count, "mur courbe devient droit", "murs courbes deviennent droits"),
    shapes: (count) =>
      countOf(count, "ligne ou forme dessinée est omise", "lignes et formes dessinées sont omises"),
    displaySettings: (count) =>
      countOf(count, "réglage d’affichage est omis", "réglages d’affichage sont omis"),
    unreadableRevisions: (count) =>
      countOf(count, "plan antérieur illisible est omis", "plans antérieurs illisibles sont omis"),
    unplacedDevices: (count) =>
      countOf(
        count,
        "appareil sans place sur un étage est omis",
        "appareils sans place sur un étage sont omis",
      ),
    removedDevices: (count) =>
      countOf(
        count,
        "appareil retiré ou masqué là-bas est omis",
        "appareils retirés ou masqués là-bas sont omis",
      ),
    deviceBindings: (count) =>
      `${countOf(count, "appareil représente un appareil entier de Home Assistant et demande", "appareils représentent des appareils entiers de Home Assistant et demandent")} une entité ici`,
    deviceDetails: (count) =>
      `${countOf(count, "appareil perd", "appareils perdent")} ce qui n’a pas de place ici, comme des notes, des fichiers, des badges ou un halo`,
    roomSources: (count) =>
      `${countOf(count, "pièce perd son appareil de mesure et demande", "pièces perdent leur appareil de mesure et demandent")} une entité ici`,
    openBoundaries: (count) =>
      countOf(
        count,
        "limite ouverte entre pièces est omise",
        "limites ouvertes entre pièces sont omises",
      ),
    wallThickness: (count) =>
      countOf(
        count,
        "mur a sa propre épaisseur, qui est omise",
        "murs ont leur propre épaisseur, qui est omise",
      ),
    roundColumns: (count) =>
      countOf(count, "colonne ronde devient carrée", "colonnes rondes deviennent carrées"),
    unknownFurniture: (count) =>
      countOf(
        count,
        "meuble d’un genre inconnu ici est dessiné comme une simple boîte",
        "meubles d’un genre inconnu ici sont dessinés comme de simples boîtes",
      ),
    hiddenFurniture: (count) =>
      countOf(count, "meuble masqué est omis", "meubles masqués sont omis"),
    models: (count) => countOf(count, "modèle 3D est omis", "modèles 3D sont omis"),
    materials: (count) =>
      countOf(
        count,
        "matière, texture ou couleur est omise",
        "matières, textures et couleurs sont omises",
      ),
    heights: (count) =>
      countOf(count, "hauteur au-dessus du sol est omise", "hauteurs au-dessus du sol sont omises"),
    cameras: (count) => countOf(count, "point de vue est omis", "points de vue sont omis"),
    lightSources: (count) =>
      countOf(
        count,
        "source de lumière de lampe est omise",
        "sources de lumière de lampes sont omises",
      ),
    nestedGroups: (count) =>
      countOf(
        count,
        "groupe dans un groupe se fond dans l’autre",
        "groupes dans des groupes se fondent dans les autres",
      ),
    hiddenLevels: (count) =>
      countOf(count, "étage masqué là-bas est montré", "étages masqués là-bas sont montrés"),
    openEdges: (count) =>
      countOf(
        count,
        "bord de pièce sans mur derrière devient un mur",
        "bords de pièces sans mur derrière deviennent des murs",
      ),
    degenerateRooms: (count) =>
      countOf(count, "pièce sans trois coins est omise", "pièces sans trois coins sont omises"),
    properties: (count) =>
      countOf(count, "autre réglage du fichier est omis", "autres réglages du fichier sont omis"),
  },
  refusals: {
    noFiles: () => "Aucun fichier n’a été donné.",
    unknownFormat: (file) =>
      file === ""
        ? "Ces fichiers n’ont aucun format qui puisse être importé."
        : `${file} n’a aucun format qui puisse être importé.`,
    severalPlans: (file) => `${file} est un second plan ; importez-les l’un après l’autre.`,
    missingPart: (file, { expected }) => `Dans ${file}, il manque ${expected}.`,
    binaryHome: (file) =>
      `${file} ne contient le logement que sous forme binaire. Dans les préférences de Sweet Home 3D, choisissez d’enregistrer au format XML, enregistrez le logement à nouveau, puis importez ce fichier.`,
    newerVersion: (file, { place }) =>
      `${file} est d’une version plus récente que ce qui peut être importé (${place}).`,
    limit: (file, { limit, most, place }) =>
      `${at(file, place)} : plus que ${limit} ne permet, soit ${most.toLocaleString("fr")}.`,
    damagedArchive: (file, { place }) => `${at(file, place)} : l’archive est abîmée.`,
    encryptedArchive: (file, { place }) => `${at(file, place)} : l’archive est chiffrée.`,
    unusualArchive: (file, { place }) =>
      `${at(file, place)} : dans l’archive, deux entrées partagent des octets ou un nom.`,
    damagedText: (file) => `${file} n’est pas un texte en UTF-8.`,
    damagedJson: (file) => `${file} n’est pas du JSON complet.`,
    damagedXml: (file, { place }) => `${at(file, place)} : ce n’est pas du XML bien formé.`,
    declaredEntities: (file, { place }) =>
      `${at(file, place)} : du XML qui déclare ses propres types ou entités n’est pas lu.`,
    forbiddenKey: (file, { place }) => `${at(file, place)} : aucun champ ne peut s’appeler ainsi.`,
    wrongType: (file, { place, expected }) =>
      `${at(file, place)} : attendu : ${inWords(expected)}.`,
    badNumber: (file, { place }) =>
      `${at(file, place)} : ce n’est pas un nombre qu’un plan peut avoir.`,
    badText: (file, { place }) => `${at(file, place)} : ce texte a des caractères de contrôle.`,
    duplicateId: (file, { place }) => `${at(file, place)} : autre chose porte le même identifiant.`,
    unknownReference: (file, { place, expected }) =>
      `${at(file, place)} : ceci nomme ${expected}, qui n’existe pas.`,
    circle: (file, { place }) => `${at(file, place)} : des choses se renvoient en cercle.`,
  },
};
