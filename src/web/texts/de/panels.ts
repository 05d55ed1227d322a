import type { PanelsTexts } from "../en/panels.ts";
import { findings } from "./findings.ts";
import { things } from "./kinds.ts";
import { properties } from "./properties.ts";

export const panels: PanelsTexts = {
  titles: {
    properties: "Eigenschaften",
    outline: "Gliederung",
    checks: "Prüfen",
    tracing: "Vorlage",
    yaml: "YAML",
    history: "Verlauf",
    file: "Datei",
    conflicts: "Wählen",
  },
  cancel: "Abbrechen",
  close: "Schließen",
  dismiss: "Ausblenden",
  show: "Zeigen",
  remove: "Entfernen",
  apply: "Anwenden",
  more: (count) => `und ${count} weitere`,
  actions: {
    field: "Eigenschaften ändern",
    yaml: "YAML anwenden",
    import: "Datei importieren",
    restore: "Fassung wiederherstellen",
    image: "Vorlagebild hinzufügen",
    imagePlace: "Vorlagebild platzieren",
    imageRemove: "Vorlagebild entfernen",
    repair: "Leeren Verweis entfernen",
  },
  kinds: {
    ...things,
    levels: "Etage",
    labels: "Beschriftung",
    backgrounds: "Vorlagebild",
    plan: "Plan",
  },
  properties,
  outline: {
    search: "Suchen",
    nothing: "Der Plan ist leer.",
    noMatch: "Nichts passt dazu.",
    elsewhere: "Außerhalb aller Räume",
    wholePlan: "Plan",
    unknownLevel: (id) => `Unbekannte Etage „${id}“`,
    count: (count) => (count === 1 ? "1 Ding" : `${count} Dinge`),
    tree: "Alles im Plan",
  },
  checks: {
    fine: "Alles in diesem Plan verweist auf etwas, das es gibt.",
    count: (count) => (count === 1 ? "1 Befund" : `${count} Befunde`),
    finding: findings,
  },
  tracing: {
    intro: "Leg einen Grundriss oder ein Foto davon unter die Zeichnung, und zeichne ihn nach.",
    needsLevel: "Ein Vorlagebild gehört zu einer Etage, und dieser Plan hat noch keine.",
    addLevel: "Etage hinzufügen",
    firstLevel: "Erdgeschoss",
    choose: "Bild wählen …",
    replace: "Anderes Bild wählen …",
    limits: (size) =>
      size === undefined
        ? "PNG, JPEG, WebP oder SVG."
        : `PNG, JPEG, WebP oder SVG, höchstens ${size}.`,
    uploading: (name) => `„${name}“ wird hochgeladen`,
    ended: "Das Hochladen ist beendet; nichts hat sich geändert.",
    move: "An seinen Platz ziehen",
    left: "Linker Rand (m)",
    top: "Oberer Rand (m)",
    width: "Breite (m)",
    opacity: "Deckkraft",
    calibrate: "Nach zwei Punkten skalieren …",
    calibrateHint:
      "Klick auf der Zeichnung zwei Punkte des Bildes an, deren Abstand du kennst, etwa die Enden einer Wand. Mit der Tastatur: Pfeiltasten bewegen das Kreuz, die Eingabetaste setzt einen Punkt.",
    pointsSet: (count) =>
      count === 1 ? "1 von 2 Punkten gesetzt" : `${count} von 2 Punkten gesetzt`,
    measured: (metres) => `Auf der Zeichnung liegen sie ${metres} m auseinander.`,
    trueDistance: "Wahrer Abstand (m)",
    scale: "Bild skalieren",
    removeImage: "Bild entfernen",
  },
  yaml: {
    scope: "Was bearbeitet wird",
    selection: (count) => `${count} ausgewählte Dinge`,
    whole: "Der ganze Plan",
    loading: "Der Texteditor wird geladen …",
    label: "YAML-Text",
    stale: "Der Plan hat sich geändert, seit dieser Text geschrieben wurde.",
    reload: "Neu schreiben",
    applied: "Angewendet. Rückgängig nimmt es zurück.",
    same: "Der Text sagt, was der Plan schon ist.",
  },
  file: {
    exportHint:
      "Der Plan, wie er jetzt gezeichnet ist, mit ungespeicherten Änderungen, als JSON-Datei.",
    export: "Plan exportieren",
    importHint:
      "Eine Datei ersetzt, was gezeichnet ist. Gespeichert wird erst, wenn du speicherst, und Rückgängig nimmt es zurück.",
    import: "Plan importieren …",
    imported: (name) => `„${name}“ ist importiert und noch nicht gespeichert.`,
    noJson: (name, reason) => `„${name}“ ist kein JSON: ${reason}`,
    noPlan: (name) => `„${name}“ enthält keinen Plan: ein Plan ist ein Objekt mit Feldern.`,
    wrongField: (field, expected) => `„${field}“ muss ${expected} sein.`,
    list: "eine Liste",
    object: "ein Objekt",
    text: "ein Text",
    fileName: "grundriss",
  },
  history: {
    intro: "Die Fassungen vor der gespeicherten. Sieh eine an, bevor du sie wiederherstellst.",
    empty: "Es gibt noch keine frühere Fassung.",
    loading: "Der Verlauf wird geholt …",
    reload: "Noch einmal holen",
    revision: (rev) => `Fassung ${rev}`,
    counts: (rooms, items) =>
      `${rooms === 1 ? "1 Raum" : `${rooms} Räume`}, ${items === 1 ? "1 Ding" : `${items} Dinge`}`,
    preview: (rev) => `Fassung ${rev}, verglichen mit dem, was jetzt gezeichnet ist`,
    same: "Sie gleicht dem, was jetzt gezeichnet ist.",
    restore: "Diese Fassung wiederherstellen",
    restoreHint:
      "Das ersetzt, was gezeichnet ist. Gespeichert wird erst, wenn du speicherst, und Rückgängig nimmt es zurück.",
    levels: "Etage",
    drawing: "Vorschau der Fassung",
    changes: "Unterschiede",
  },
  conflicts: {
    title: "Von dir und von jemand anderem geändert",
    intro:
      "Wähl, was bleibt. Nichts geht verloren, bevor du gewählt hast, und so lange wartet das Speichern.",
    none: "Es ist nichts zu wählen.",
    mine: "Meins",
    theirs: "Das andere",
    keepMine: "Meins behalten",
    takeTheirs: "Das andere nehmen",
    allMine: "Überall meins behalten",
    allTheirs: "Überall das andere nehmen",
    deleted: "gelöscht",
    order: "Reihenfolge",
    noPicture: "nicht auf der Zeichnung",
    left: (count) => `Noch ${count} zu wählen`,
    later: (count) => `und ${count} weitere, sobald über diese entschieden ist`,
    overwrite: "Überschreiben, was andere gespeichert haben …",
    overwriteTitle: "Überschreiben, was andere gespeichert haben?",
    overwriteText:
      "Der Plan, wie du ihn siehst, ersetzt den gespeicherten. Was andere inzwischen gespeichert haben und in deinem Plan fehlt, ist dann nicht mehr im Plan; der Verlauf bewahrt es noch eine Weile.",
    overwriteNow: "Überschreiben",
  },
  notices: {
    incoming: "Jemand anderes hat gespeichert. Neu in deinem Plan:",
    conflicts: (count) =>
      count === 1
        ? "Du und jemand anderes habt dasselbe geändert."
        : `Du und jemand anderes habt dieselben ${count} Dinge geändert.`,
    choose: "Wählen",
    draft: (when) => `Es gibt ungespeicherte Arbeit vom ${when}.`,
    draftHint: "Mach damit weiter, oder verwirf sie endgültig.",
    keepDraft: "Weitermachen",
    dropDraft: "Verwerfen",
    region: "Meldungen",
  },
};
