import type { FindingWords, PanelsTexts } from "../en/panels.ts";
import { pluralIn } from "../word-types.ts";
import { properties } from "./properties.ts";

const counted = pluralIn("fr");

const findings: FindingWords = {
  roomlessOpening: (subject, room) =>
    room === ""
      ? `${subject} : ne se trouve dans aucun mur.`
      : `${subject} : appartient à la pièce « ${room} », qui n’existe pas.`,
  walllessOpening: (subject, wall) =>
    `${subject} : se trouve dans le mur isolé « ${wall} », qui n’existe pas.`,
  missingEdge: (subject, edge) =>
    `${subject} : se trouve dans le mur ${edge}, que sa pièce n’a pas.`,
  beyondWall: (subject, metres) => `${subject} : dépasse de son mur de ${metres} m.`,
  duplicateId: (subject, id) => `${subject} : porte l’identifiant « ${id} », déjà pris.`,
  unknownLevel: (subject, level) =>
    `${subject} : se trouve à l’étage « ${level} », qui n’existe pas.`,
  missingImage: (subject, url) =>
    url === ""
      ? `L’image de fond de l’étage « ${subject} » n’a pas d’adresse.`
      : `L’image de fond de l’étage « ${subject} » ne peut pas être chargée.`,
  backgroundLevel: (subject) =>
    `Il y a une image de fond pour l’étage « ${subject} », qui n’existe pas.`,
  unknownLabel: (subject) => `Il y a une étiquette pour la pièce « ${subject} », qui n’existe pas.`,
  unknownOutdoor: (subject) => `L’espace extérieur est la pièce « ${subject} », qui n’existe pas.`,
  fewCorners: (subject) => `${subject} : a moins de trois angles.`,
  overlappingRooms: (both, metres) => `${both} : se recouvrent de ${metres} m.`,
  oddThickness: (subject, metres) =>
    `${subject} : aucun mur n’a ${metres} m d’épaisseur ; l’épaisseur habituelle est dessinée.`,
  badZone: (subject, expected) => `${subject} : n’est pas une zone (${expected}).`,
  unknownTracker: (subject, tracker) =>
    `${subject} : ne compte que les cibles du traceur « ${tracker} », qui n’existe pas.`,
  unknownEntity: (subject, id) =>
    `${subject} : utilise « ${id} », que Home Assistant n’a pas ou a désactivée.`,
  unknownLayer: (subject, layer) =>
    `${subject} : se trouve dans le calque « ${layer} », qui n’existe pas.`,
  badLayers: () => "« layers » n’est pas une liste : il n’y a donc pas de calques.",
  badLayer: (number, id) =>
    `Le calque ${number} est laissé de côté : « ${id} » n’est pas un identifiant de 1 à 64 caractères.`,
  unknownShown: (subject, what) =>
    `Le calque « ${subject} » montre « ${what} », qui n’est ni une liste ni un domaine comme light.*.`,
  badZoom: (subject) =>
    `Le zoom du calque « ${subject} » ne compte pas : il faut des nombres de pixels par mètre, « from » inférieur à « to ».`,
  unknownRight: (subject, right) =>
    `Le calque « ${subject} » est pour « ${right} », qui n’est ni admin, ni control, ni viewer.`,
};

const tracing: PanelsTexts["tracing"] = {
  intro: "Placez un plan, ou sa photo, sous le dessin pour le décalquer.",
  choose: "Choisir une image…",
  replace: "Choisir une autre image…",
  limits: (size) =>
    size === undefined ? "PNG, JPEG, WebP ou SVG." : `PNG, JPEG, WebP ou SVG, ${size} au maximum.`,
  uploading: (name) => `Envoi de « ${name} »…`,
  ended: "Envoi annulé ; rien n’a été modifié.",
  move: "Glisser à sa place",
  left: "Bord gauche (m)",
  top: "Bord supérieur (m)",
  right: "Bord droit (m)",
  width: "Largeur (m)",
  opacity: "Opacité",
  calibrate: "Redresser et mettre à l’échelle…",
  calibrateHint:
    "Marquez les deux extrémités d’une ligne de l’image dont vous connaissez la longueur, par exemple un mur.",
  calibrateKeys: "Au clavier : les flèches déplacent le réticule, Entrée place un point.",
  noneSet: "Placez la première extrémité.",
  firstSet: "Premier point placé. Placez l’autre extrémité.",
  bothSet: "Les deux points sont placés. Saisissez la distance réelle.",
  measured: (metres) => `Sur le dessin, ils sont à ${metres} m l’un de l’autre.`,
  trueDistance: "Distance réelle (m)",
  apply: "Appliquer",
  turned: (degrees) => `Image pivotée de ${degrees}°.`,
  scaled: (pixels) => `Image mise à l’échelle : 1 m = ${pixels} px.`,
  removeImage: "Supprimer l’image",
  rotation: "Rotation (°)",
  quarter: "Pivoter de 90°",
  straighten: {
    across: (degrees) => `Pivoter de ${degrees}° pour que la ligne soit horizontale`,
    down: (degrees) => `Pivoter de ${degrees}° pour que la ligne soit verticale`,
  },
  scan: {
    find: "Chercher les murs",
    searching: "Recherche des murs…",
    scale: (metres: string) =>
      `L’image compte pour ${metres} m de large. Mettez-la d’abord à l’échelle si ce n’est pas juste : l’épaisseur distingue les murs des traits.`,
    found: (walls: number, rooms: number) =>
      `${counted(walls, "# mur", "# murs")} et ${counted(rooms, "# pièce", "# pièces")} en vue.`,
    choose:
      "Appuyez sur un mur du dessin pour l’écarter, et de nouveau pour le reprendre. Au clavier : les flèches déplacent le réticule, Entrée appuie.",
    accept: (walls: number) => counted(walls, "Accepter # mur", "Accepter # murs"),
    acceptAll: (walls: number) => `Accepter les ${walls} murs`,
    taken: "Mur repris.",
    changed: "L’étage ou son image a changé. Cherchez de nouveau les murs.",
    leftOut: "Mur écarté.",
    accepted: (walls: number, rooms: number) =>
      `Murs acceptés : ${walls}. Pièces ajoutées : ${rooms}.`,
    noWalls:
      "Aucun mur trouvé. Vérifiez l’échelle de l’image : les murs ont 6 à 60 cm d’épaisseur.",
    unreachable: "L’image n’a pas pu être chargée.",
    crashed:
      "La recherche s’est arrêtée sur une erreur : l’image demande peut-être plus de mémoire que n’en a ce navigateur.",
    undecodable:
      "Ce navigateur ne peut pas lire les pixels de cette image. Choisissez-la en PNG, JPEG ou WebP.",
    scanPixels: (found: string, most: string) =>
      `L’image a ${found} mégapixels ; ${most} au plus sont examinés (scan-pixels). Choisissez-en une plus petite.`,
    scanPixelsPerMetre: (found: string, least: string) =>
      `L’image a ${found} pixels par mètre ; il en faut au moins ${least} (scan-pixels-per-metre). Vérifiez son échelle, ou choisissez-en une plus grande.`,
    scanPieces: (found: string, most: string) =>
      `L’image a ${found} morceaux qui pourraient être des murs ; ${most} au plus sont comparés (scan-pieces). Découpez le plan seul, ou vérifiez l’échelle.`,
  },
  imagePixels: (most: string) => ({
    what: `L’image a plus de ${most} mégapixels, le maximum affiché (image-pixels).`,
    next: "Choisissez-en une plus petite.",
  }),
  model: {
    chosen: (name: string) =>
      `« ${name} » est un modèle. Sa vue de dessus devient l’image de fond, déjà à l’échelle.`,
    cut: "Coupe à (m au-dessus du point le plus bas)",
    drawing: (name: string) => `Dessin de « ${name} » vu de dessus…`,
    draw: "Utiliser la vue",
  },
  dropHint: "Ou déposez une image sur le dessin, ou collez-la.",
  notWhileUploading: "Une autre image est en cours d’envoi.",
};

export const panels: PanelsTexts = {
  titles: {
    properties: "Propriétés",
    outline: "Contenu",
    checks: "Vérification",
    homeAssistant: "Maison",
    tracing: "Image",
    trackers: "Traceurs",
    layers: "Calques",
    yaml: "YAML",
    history: "Historique",
    file: "Fichier",
    conflicts: "Conflits",
  },
  dismiss: "Masquer",
  show: "Afficher",
  remove: "Supprimer",
  apply: "Appliquer",
  about: (what, it) => `${what} : ${it}`,
  more: (count) => `et ${counted(count, "# autre", "# autres")}`,
  actions: {
    field: "Modifier des propriétés",
    yaml: "Appliquer le YAML",
    import: "Importer un fichier",
    restore: "Restaurer une version",
    image: "Ajouter une image de fond",
    imagePlace: "Placer l’image de fond",
    imageRemove: "Supprimer l’image de fond",
    walls: "Accepter les murs trouvés",
    tracker: "Modifier un traceur",
    trackerAdd: "Ajouter un traceur",
    trackerRemove: "Supprimer un traceur",
    trackerPoint: "Calibrer un traceur",
    layer: "Modifier le calque",
    layerAdd: "Ajouter un calque",
    layerRemove: "Supprimer le calque",
    layerAssign: "Mettre dans le calque",
    repair: "Corriger un problème",
    areas: "Créer des pièces à partir des zones",
    areaLinks: "Lier des pièces à des zones",
    areaSensors: "Ajouter les capteurs des zones",
    placeEntities: "Placer des entités",
    replaceEntity: "Remplacer une entité",
  },
  kinds: {
    levels: "Étage",
    labels: "Étiquette",
    backgrounds: "Image de fond",
    trackers: "Traceur",
    layers: "Calque",
    plan: "Plan",
  },
  properties,
  outline: {
    search: "Rechercher",
    nothing: "Le plan est vide.",
    noMatch: "Aucun résultat.",
    elsewhere: "Hors des pièces",
    wholePlan: "Plan",
    unknownLevel: (id) => `Étage inconnu « ${id} »`,
    count: (count) => counted(count, "# élément", "# éléments"),
    tree: "Tout ce que contient le plan",
  },
  checks: {
    named: (name, id) => `${name} « ${id} »`,
    fine: "Aucun problème trouvé.",
    count: (count) => counted(count, "# problème", "# problèmes"),
    finding: findings,
  },
  tracing,
  yaml: {
    scope: "Portée",
    selection: (count) => counted(count, "# élément sélectionné", "# éléments sélectionnés"),
    whole: "Tout le plan",
    loading: "Chargement de l’éditeur…",
    label: "Texte YAML",
    stale: "Le plan a changé depuis que ce texte a été écrit.",
    reload: "Recharger",
    applied: "Appliqué. « Annuler » permet de revenir en arrière.",
    same: "Aucune modification à appliquer.",
  },
  file: {
    exportHint:
      "Le plan tel qu’il est dessiné, modifications non enregistrées comprises, dans un fichier JSON.",
    export: "Exporter le plan",
    importHint:
      "Un fichier remplace le dessin. Rien n’est enregistré tant que vous n’enregistrez pas, et « Annuler » permet de revenir en arrière.",
    import: "Importer un plan…",
    foreignHint:
      "Un plan d’un autre programme : un logement de Sweet Home 3D, un scan de RoomPlan, un dessin DXF, un bâtiment IFC, ou un plan tiré du dossier de Home Assistant, avec ses images. Vous voyez d’abord ce qui sera importé et ce qui ne le sera pas.",
    foreign: "Importer d’un autre programme…",
    notLoaded: "L’import n’a pas pu être chargé. Réessayez quand la connexion sera rétablie.",
    imported: (name) => `« ${name} » a été importé, mais n’est pas encore enregistré.`,
    noJson: (name, reason) => `« ${name} » n’est pas du JSON : ${reason}`,
    noPlan: (name) => `« ${name} » n’est pas un plan : un plan est un objet avec des champs.`,
    wrongField: (field, expected) => `« ${field} » doit être ${expected}.`,
    list: "une liste",
    object: "un objet",
    text: "un texte",
    fileName: "plan",
  },
  history: {
    intro: "Le plan enregistré et ses versions antérieures. Regardez-en une avant de la restaurer.",
    empty: "Il n’y a pas encore de version antérieure.",
    loading: "Chargement de l’historique…",
    reload: "Recharger",
    revision: (rev) => `Version ${rev}`,
    renamedEntities: "renommé dans Home Assistant",
    counts: (rooms, items) =>
      `${counted(rooms, "# pièce", "# pièces")}, ${counted(items, "# élément", "# éléments")}`,
    preview: (rev) => `Version ${rev}, comparée au dessin`,
    same: "Cette version est identique au dessin.",
    restore: "Restaurer cette version",
    restoreHint:
      "La restauration remplace le dessin. Rien n’est enregistré tant que vous n’enregistrez pas, et « Annuler » permet de revenir en arrière.",
    levels: "Étage",
    drawing: "Aperçu de la version",
    side: "Afficher",
    sides: {
      differences: "Différences",
      now: "Le dessin actuel",
      after: "Après la restauration",
    },
    legend: "Ce que fait la restauration",
    marks: { removed: "Disparaîtrait", added: "Serait ajouté", changed: "Changerait" },
    changes: "Différences",
  },
  conflicts: {
    title: (both) => `Modifié par ${both}`,
    you: "vous",
    somebody: "quelqu’un d’autre",
    intro:
      "Choisissez ce qu’il faut garder. D’ici là, rien n’est perdu et rien ne peut être enregistré.",
    first: (count) =>
      counted(count, "# conflit à résoudre d’abord.", "# conflits à résoudre d’abord."),
    none: "Il n’y a aucun conflit à résoudre.",
    mine: "Ma modification",
    theirs: "L’autre modification",
    theirsOf: (who) => `L’autre modification (${who})`,
    keepMine: "Garder la mienne",
    takeTheirs: "Prendre l’autre",
    allMine: "Garder la mienne partout",
    allTheirs: "Prendre l’autre partout",
    deleted: "supprimé",
    order: "l’ordre",
    noPicture: "absent du dessin",
    left: (count) => `Encore ${count} à résoudre`,
    later: (count) =>
      counted(
        count,
        "et # autre, une fois ce conflit résolu",
        "et # autres, une fois ces conflits résolus",
      ),
    overwrite: "Écraser les modifications des autres…",
    overwriteTitle: "Écraser les modifications des autres ?",
    overwriteText:
      "Le plan tel que vous le voyez remplace celui qui est enregistré. Ce que d’autres ont enregistré entre-temps et qui manque dans votre plan en disparaît ; l’historique le conserve un certain temps.",
    overwriteNow: "Écraser",
  },
  notices: {
    incoming: "Quelqu’un d’autre a enregistré. Nouveautés dans votre plan :",
    conflicts: (both, count) =>
      `${both} avez modifié ${counted(count, "le même élément", "les mêmes # éléments")}.`,
    you: "Vous",
    choose: "Résoudre",
    draft: (when) => `Il y a des modifications non enregistrées du ${when}.`,
    draftHint: "Restaurez-les, ou abandonnez-les définitivement.",
    keepDraft: "Restaurer",
    dropDraft: "Abandonner",
    region: "Messages",
  },
};
