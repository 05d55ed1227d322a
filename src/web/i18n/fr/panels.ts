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
  unknownEntity: (subject, id) =>
    `${subject} : utilise « ${id} », que Home Assistant n’a pas ou a désactivée.`,
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
      "Un plan d’un autre programme : un logement de Sweet Home 3D, ou un plan tiré du dossier de Home Assistant, avec ses images. Vous voyez d’abord ce qui sera importé et ce qui ne le sera pas.",
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
