import type { ImportDialogTexts } from "../en/import.ts";
import { expectedIn, type ImportingWords } from "../word-types.ts";
import { pluralIn } from "../word-types.ts";

const counted = pluralIn("fr");

export const importDialog: ImportDialogTexts = {
  title: "Importer",
  reading: "Lecture des fichiers…",
  from: (origin) => `Un plan de ${origin}`,
  comes: "Sera importé",
  floors: ({ floors }) => counted(floors, "# étage", "# étages"),
  rooms: ({ rooms }) => counted(rooms, "# pièce", "# pièces"),
  openings: ({ openings }) => counted(openings, "# porte ou fenêtre", "# portes et fenêtres"),
  pieces: ({ pieces }) => counted(pieces, "# élément", "# éléments"),
  images: ({ images }) => counted(images, "# image de fond", "# images de fond"),
  plans: (count) => counted(count, "# ancien plan", "# anciens plans"),
  earlier: (count) =>
    counted(
      count,
      "# ancien plan des fichiers est omis : « floorplan import --data » l’importe dans un nouveau logement.",
      "# anciens plans des fichiers sont omis : « floorplan import --data » les importe dans un nouveau logement.",
    ),
  lost: "Ne sera pas importé ou changera",
  nothingLost: "Tout sera importé.",
  named: (names, more) => (more === 0 ? names : `${names} et ${more.toLocaleString("fr")} de plus`),
  reaches: "Ce qu’il peut faire chez vous",
  judge:
    "Vérifiez ceci avant d’importer le plan de quelqu’un d’autre : ses actions s’exécutent avec les droits de la personne qui touche.",
  actions: (count) => counted(count, "# action au toucher", "# actions au toucher"),
  addresses: (count) => counted(count, "# adresse externe", "# adresses externes"),
  templates: (count) =>
    counted(count, "# modèle pour Home Assistant", "# modèles pour Home Assistant"),
  further: (count) =>
    `et ${count.toLocaleString("fr")} de plus ; « floorplan import FICHIER --preview » les donne tous.`,
  combined: (most) =>
    `D’autres actions sont possibles : un élément a des règles qui se combinent de plus de ${most} façons.`,
  drawing: "Aperçu",
  unsaved: "Rien n’est enregistré tant que vous n’enregistrez pas, et « Annuler » annule l’import.",
  take: "Importer",
  replace: "Remplacer le plan",
  add: "Ajouter comme étages",
  cancel: "Annuler",
  close: "Fermer",
  others: "Choisir d’autres fichiers…",
  unreachable:
    "Le programme qui lit les fichiers n’a pas pu être chargé. Réessayez une fois la connexion rétablie.",
  noWebgl:
    "Ce navigateur ne peut pas dessiner de modèles 3D : WebGL est absent ou désactivé. Choisissez plutôt une image du plan.",
  crashed:
    "La lecture s’est arrêtée sur une erreur : les fichiers demandent peut-être plus de mémoire que n’en a ce navigateur. Rien n’a été importé.",
  unreadable: (name) =>
    `« ${name} » ne peut pas être lu. Pour un dossier, choisissez les fichiers qu’il contient.`,
  uploading: (floor) => `Envoi de l’image de ${floor}…`,
  ended: "Import annulé ; rien n’a été modifié.",
};

/** A file and a place in it. */
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
  names: {
    room: "Pièce",
    floor: "Rez-de-chaussée",
    sections: {
      livingRoom: "Séjour",
      bedroom: "Chambre",
      bathroom: "Salle de bains",
      kitchen: "Cuisine",
      diningRoom: "Salle à manger",
    },
  },
  losses: {
    missingImages: (count) =>
      counted(
        count,
        "# image du plan manque parmi les fichiers",
        "# images du plan manquent parmi les fichiers",
      ),
    unusedImages: (count) =>
      counted(
        count,
        "# image qu’aucun étage n’utilise est omise",
        "# images qu’aucun étage n’utilise sont omises",
      ),
    unusableImages: (count) =>
      counted(
        count,
        "# image d’un type que le serveur n’accepte pas est omise",
        "# images d’un type que le serveur n’accepte pas sont omises",
      ),
    unusedFiles: (count) =>
      counted(
        count,
        "# fichier qui n’en fait pas partie est omis",
        "# fichiers qui n’en font pas partie sont omis",
      ),
    looseOpenings: (count) =>
      counted(
        count,
        "# porte ou fenêtre trop loin de tout mur est omise",
        "# portes et fenêtres trop loin de tout mur sont omises",
      ),
    straightWalls: (count) =>
      counted(
        count,
        "# mur arrondi devient une suite de murs droits",
        "# murs arrondis deviennent des suites de murs droits",
      ),
    shapes: (count) =>
      counted(
        count,
        "# ligne ou forme dessinée est omise",
        "# lignes et formes dessinées sont omises",
      ),
    displaySettings: (count) =>
      counted(count, "# réglage d’affichage est omis", "# réglages d’affichage sont omis"),
    unreadableRevisions: (count) =>
      counted(
        count,
        "# plan antérieur illisible est omis",
        "# plans antérieurs illisibles sont omis",
      ),
    unplacedDevices: (count) =>
      counted(
        count,
        "# appareil sans place sur un étage est omis",
        "# appareils sans place sur un étage sont omis",
      ),
    removedDevices: (count) =>
      counted(
        count,
        "# appareil retiré ou masqué là-bas est omis",
        "# appareils retirés ou masqués là-bas sont omis",
      ),
    deviceBindings: (count) =>
      counted(
        count,
        "# appareil représente un appareil entier de Home Assistant et demande une entité ici",
        "# appareils représentent des appareils entiers de Home Assistant et demandent une entité ici",
      ),
    deviceDetails: (count) =>
      counted(
        count,
        "# appareil perd ce qui n’a pas de place ici, comme des notes, des fichiers, des badges ou un halo",
        "# appareils perdent ce qui n’a pas de place ici, comme des notes, des fichiers, des badges ou un halo",
      ),
    roomSources: (count) =>
      counted(
        count,
        "# pièce perd son appareil de mesure et demande une entité ici",
        "# pièces perdent leur appareil de mesure et demandent une entité ici",
      ),
    openBoundaries: (count) =>
      counted(
        count,
        "# limite ouverte entre pièces est omise",
        "# limites ouvertes entre pièces sont omises",
      ),
    wallThickness: (count) =>
      counted(
        count,
        "# mur a sa propre épaisseur, qui est omise",
        "# murs ont leur propre épaisseur, qui est omise",
      ),
    roundColumns: (count) =>
      counted(count, "# colonne ronde devient carrée", "# colonnes rondes deviennent carrées"),
    unknownFurniture: (count) =>
      counted(
        count,
        "# meuble d’un genre inconnu ici est dessiné comme une simple boîte",
        "# meubles d’un genre inconnu ici sont dessinés comme de simples boîtes",
      ),
    hiddenFurniture: (count) =>
      counted(count, "# meuble masqué est omis", "# meubles masqués sont omis"),
    models: (count) =>
      counted(
        count,
        "# modèle 3D est omis, avec sa hauteur",
        "# modèles 3D sont omis, avec leur hauteur",
      ),
    mirrored: (count) =>
      counted(
        count,
        "# meuble inversé est dessiné sans inversion",
        "# meubles inversés sont dessinés sans inversion",
      ),
    tilted: (count) =>
      counted(
        count,
        "# meuble incliné est dessiné droit",
        "# meubles inclinés sont dessinés droits",
      ),
    notes: (count) =>
      counted(
        count,
        "# meuble perd son prix ou sa description",
        "# meubles perdent leur prix ou leur description",
      ),
    labelStyles: (count) =>
      counted(
        count,
        "# texte perd son angle, son contour ou sa police",
        "# textes perdent leur angle, leur contour ou leur police",
      ),
    materials: (count) =>
      counted(
        count,
        "# matière, texture ou couleur est omise",
        "# matières, textures et couleurs sont omises",
      ),
    heights: (count) =>
      counted(
        count,
        "# hauteur au-dessus du sol est omise",
        "# hauteurs au-dessus du sol sont omises",
      ),
    floorHeights: (count) =>
      counted(
        count,
        "# étage perd sa hauteur et son élévation",
        "# étages perdent leur hauteur et leur élévation",
      ),
    wallHeights: (count) =>
      counted(count, "# mur perd sa propre hauteur", "# murs perdent leur propre hauteur"),
    cameras: (count) => counted(count, "# point de vue est omis", "# points de vue sont omis"),
    lightSources: (count) =>
      counted(
        count,
        "# source de lumière de lampe est omise",
        "# sources de lumière de lampes sont omises",
      ),
    nestedGroups: (count) =>
      counted(
        count,
        "# groupe dans un groupe se fond dans l’autre",
        "# groupes dans des groupes se fondent dans les autres",
      ),
    hiddenLevels: (count) =>
      counted(count, "# étage masqué là-bas est affiché", "# étages masqués là-bas sont affichés"),
    degenerateRooms: (count) =>
      counted(
        count,
        "# pièce à moins de trois angles est omise",
        "# pièces à moins de trois angles sont omises",
      ),
    properties: (count) =>
      counted(
        count,
        "# autre propriété du fichier est omise",
        "# autres propriétés du fichier sont omises",
      ),
    unsure: (count) =>
      counted(
        count,
        "# mur, ouverture ou meuble a été mal vu : vérifiez-le",
        "# murs, ouvertures ou meubles ont été mal vus : vérifiez-les",
      ),
    pieceDetails: (count) =>
      counted(
        count,
        "# meuble perd des détails, comme la forme du dossier ou des pieds",
        "# meubles perdent des détails, comme la forme du dossier ou des pieds",
      ),
    roomsApart: (count) =>
      counted(
        count,
        "# pièce est à l’écart des autres, comme dans le scan : mettez-la à sa place",
        "# pièces sont à l’écart des autres, comme dans le scan : mettez-les à leur place",
      ),
    guessedUnits: (count) =>
      counted(
        count,
        "# unité n’est pas indiquée dans le dessin et a été devinée d’après sa taille",
        "# unités ne sont pas indiquées dans le dessin et ont été devinées d’après sa taille",
      ),
    movedToOrigin: (count) =>
      counted(
        count,
        "# plan en coordonnées topographiques a été ramené à l’origine",
        "# plans en coordonnées topographiques ont été ramenés à l’origine",
      ),
    unknownBlocks: (count) =>
      counted(count, "# bloc d’un genre inconnu est omis", "# blocs d’un genre inconnu sont omis"),
    buildingParts: (count) =>
      counted(
        count,
        "# élément du bâtiment n’a pas de place sur un plan et est omis",
        "# éléments du bâtiment n’ont pas de place sur un plan et sont omis",
      ),
    shapeless: (count) =>
      counted(
        count,
        "# élément dont la forme est illisible est omis",
        "# éléments dont la forme est illisible sont omis",
      ),
    emptyFloors: (count) =>
      counted(count, "# étage où il n’y a rien est omis", "# étages où il n’y a rien sont omis"),
  },
  refusals: {
    damagedModel: (file, { place }) => `${at(file, place)} : le modèle est endommagé.`,
    compressedModel: (file, { expected }) =>
      `${file} est compressé avec ${expected}. Exportez-le sans compression, puis choisissez ce fichier.`,
    unknownExtension: (file, { expected }) =>
      `${file} demande ${expected}, qui n’est pas pris en charge. Exportez-le sans, puis choisissez ce fichier.`,
    externalFile: (file, { place }) =>
      `${at(file, place)} : une partie du modèle est dans un autre fichier. Exportez-le en un seul fichier (GLB), puis choisissez-le.`,
    unknownTexture: (file, { place }) =>
      `${at(file, place)} : une texture n’est ni PNG, ni JPEG, ni WebP.`,
    emptyModel: (file) => `${file} n’a rien à dessiner.`,
    binaryDrawing: (file) =>
      `${file} est un dessin sous forme binaire, ou un DWG. Enregistrez-le en DXF sous forme de texte (ASCII), puis importez-le.`,
    damagedDrawing: (file, { place }) =>
      `${at(file, place)} : il faudrait un code de groupe, comme le DXF en a une ligne sur deux.`,
    unknownUnits: (file) =>
      `${file} n’indique pas ses unités, et aucune ne lui donne la taille d’une maison. Définissez ses unités (INSUNITS), puis enregistrez-le de nouveau.`,
    damagedStep: (file, { place }) =>
      `${at(file, place)} : ce n’est pas un IFC complet sous forme de texte (ISO 10303-21).`,
    lengthUnit: (file) => `${file} n’indique pas son unité de longueur.`,
    emptyBuilding: (file) =>
      `${file} n’a ni murs ni espaces qui pourraient devenir des étages. Exportez l’architecture du bâtiment, pas seulement sa structure ou ses réseaux.`,
    noWalls: (file) => `${file} n’a aucune ligne qui pourrait être un mur.`,
    noFiles: () => "Aucun fichier n’a été indiqué.",
    unknownFormat: (file) =>
      file === ""
        ? "Ces fichiers n’ont aucun format qui puisse être importé."
        : `${file} n’a aucun format qui puisse être importé.`,
    severalPlans: (file) => `${file} est un second plan ; importez-les l’un après l’autre.`,
    missingPart: (file, { expected }) => `Dans ${file}, il manque ${expected}.`,
    binaryHome: (file) =>
      `${file} vient d’une ancienne version de Sweet Home 3D et ne contient pas Home.xml. Ouvrez-le dans Sweet Home 3D 5.3 ou plus récent, enregistrez-le une fois, puis importez-le.`,
    newerVersion: (file, { place }) =>
      `${file} est d’une version plus récente que ce qui peut être importé (${place}).`,
    limit: (file, { limit, most, place }) =>
      `${at(file, place)} : plus que ${limit} ne permet, soit ${most.toLocaleString("fr")}.`,
    damagedArchive: (file, { place }) => `${at(file, place)} : l’archive est endommagée.`,
    encryptedArchive: (file, { place }) => `${at(file, place)} : l’archive est chiffrée.`,
    unusualArchive: (file, { place }) =>
      `${at(file, place)} : dans l’archive, deux entrées partagent des octets ou un nom.`,
    damagedText: (file) => `${file} n’est pas un texte en UTF-8.`,
    damagedJson: (file) => `${file} n’est pas du JSON complet.`,
    damagedXml: (file, { place }) => `${at(file, place)} : ce n’est pas du XML bien formé.`,
    declaredEntities: (file, { place }) =>
      `${at(file, place)} : du XML qui déclare ses propres types ou entités n’est pas lu.`,
    forbiddenKey: (file, { place }) => `${at(file, place)} : ce nom de champ n’est pas autorisé.`,
    wrongType: (file, { place, expected }) =>
      `${at(file, place)} : attendu : ${inWords(expected)}.`,
    badNumber: (file, { place }) =>
      `${at(file, place)} : ce n’est pas un nombre qu’un plan peut avoir.`,
    badText: (file, { place }) => `${at(file, place)} : ce texte a des caractères de contrôle.`,
    duplicateId: (file, { place }) => `${at(file, place)} : autre chose porte le même identifiant.`,
    unknownReference: (file, { place, expected }) =>
      `${at(file, place)} : ceci renvoie à ${expected}, qui n’existe pas.`,
    circle: (file, { place }) => `${at(file, place)} : des renvois forment un cercle.`,
  },
};
