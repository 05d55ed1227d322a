import type { ErrorsTexts } from "../en/errors.ts";

const images = "PNG, JPEG, WebP oder SVG";

export const errors: ErrorsTexts = {
  problems: {
    conflict: {
      what: "Inzwischen hat jemand anders gespeichert.",
      next: "Beide Änderungen werden zusammengeführt; sieh sie dir an und speichere dann noch einmal.",
    },
    not_loaded: {
      what: "Der Dienst hat gerade keinen Plan, mit dem er arbeiten kann.",
      next: "Versuche es bald noch einmal. Bleibt es dabei, steht der Grund im Protokoll des Dienstes.",
    },
    not_found: {
      what: "Das gibt es nicht mehr.",
      next: "Lade die Liste neu: Der Verlauf behält die letzten 20 Pläne.",
    },
    invalid_yaml: {
      what: "Dieser Text ist kein gültiges YAML.",
      next: "Berichtige ihn an der genannten Stelle; der Plan wurde nicht verändert.",
    },
    invalid_format: {
      what: "So kann der Dienst das nicht annehmen.",
      next: "Was nicht stimmt, steht darunter. Nichts wurde gespeichert, deine Änderungen sind noch da.",
    },
    unauthorized: {
      what: "So weit reichen deine Rechte nicht.",
      next: "Melde dich mit einem Token an, das dies darf, oder frage einen Administrator.",
    },
    overloaded: {
      what: "Der Dienst hat gerade zu viel zu tun.",
      next: "Warte einen Augenblick und versuche es noch einmal; deine Änderungen sind noch da.",
    },
    too_many_subscriptions: {
      what: "Diese Seite folgt dem Plan schon zu oft.",
      next: "Lade die Seite neu.",
    },
    id_reuse: {
      what: "Seite und Dienst sind aus dem Takt geraten.",
      next: "Lade die Seite neu; was nicht gespeichert ist, wird dir danach wieder angeboten.",
    },
    unknown_command: {
      what: "Der Dienst weiß nicht, was er tun soll.",
      next: "Vielleicht sind Seite und Dienst verschieden alt: Lade die Seite neu, oder aktualisiere den Dienst.",
    },
    unknown_error: {
      what: "Im Dienst ist etwas schiefgegangen.",
      next: "Versuche es noch einmal. Der Grund steht im Protokoll des Dienstes.",
    },
    not_changed: {
      what: "Das wurde nicht gemacht.",
      next: "Der Grund steht darunter.",
    },
    unexpected_answer: {
      what: "Die Antwort des Dienstes ist nicht zu verstehen.",
      next: "Lade die Seite neu; vielleicht sind Seite und Dienst verschieden alt.",
    },
    offline: {
      what: "Der Dienst ist nicht zu erreichen.",
      next: "Deine Änderungen bleiben hier. Die Seite verbindet sich von selbst wieder; versuche es dann noch einmal.",
    },
    connection_lost: {
      what: "Die Verbindung ging verloren, bevor eine Antwort kam.",
      next: "Vielleicht ist es geschehen, vielleicht nicht: Sobald die Seite wieder verbunden ist, zeigt sie es.",
    },
    outcome_unknown: {
      what: "Noch weiß niemand, ob das gespeichert wurde.",
      next: "Die Seite findet es heraus und sagt es hier; bis dahin bleiben deine Änderungen, wie sie sind.",
    },
    timeout: {
      what: "Die Antwort blieb zu lange aus.",
      next: "Versuche es bei besserer Verbindung noch einmal.",
    },
    too_many_codes: {
      what: "Es wurden zu viele Codes eingegeben.",
      next: "Warte eine Minute vor dem nächsten; nach jedem weiteren dauert es länger.",
    },
    invalid_auth: {
      what: "Der Dienst nimmt dieses Token nicht an.",
      next: "Fehlen Zeichen? Sonst bitte einen Administrator um ein neues.",
    },
    home_assistant_unavailable: {
      what: "Home Assistant ist nicht erreichbar.",
      next: "Versuche es gleich noch einmal. Bleibt es so, sieh nach, ob Home Assistant läuft.",
    },
    sign_in_refused: {
      what: "Home Assistant hat dich nicht hereingelassen.",
      next: "Melde dich noch einmal an: Was es mitgab, war vielleicht zu alt, oder dein Benutzer dort ist nicht aktiv.",
    },
    sign_in_strange: {
      what: "Diese Anmeldung wurde nicht in diesem Tab begonnen.",
      next: "Melde dich noch einmal an, und lass den Tab dabei offen.",
    },
    link_used: {
      what: "Dieser Link wurde schon benutzt.",
      next: "Bitte um einen neuen: Jeder Link öffnet sich einmal, auf einem Gerät. Hat ihn niemand geöffnet, den du kennst, lass sein Token widerrufen.",
    },
    link_ended: {
      what: "Dieser Link ist abgelaufen.",
      next: "Bitte um einen neuen, und öffne ihn rechtzeitig.",
    },
    link_unknown: {
      what: "Dieser Link gilt nicht oder nicht mehr.",
      next: "Prüfe, ob er ganz kopiert wurde, oder bitte um einen neuen.",
    },
    link_banned: {
      what: "Dieser Link öffnet nichts, und vorerst auch kein anderer falscher von dieser Adresse.",
      next: "Bitte um einen neuen: Ein gültiger meldet sofort an.",
    },
    access_ended: {
      what: "Dein Zugang ist beendet.",
      next: "Der Dienst nimmt dieses Token nicht mehr an. Melde dich neu an, oder bitte einen Administrator um ein neues.",
    },
    session_ended: {
      what: "Deine Anmeldung mit Home Assistant ist beendet.",
      next: "Melde dich noch einmal an. Sie wurde dort beendet oder lange nicht benutzt, oder dein Benutzer ist nicht mehr aktiv.",
    },
    ingress_refused: {
      what: "Home Assistant sagt nicht, wer du bist.",
      next: "Lade die Seite neu. Bleibt es so, bitte einen Administrator, Home Assistant zu aktualisieren.",
    },
    banned: {
      what: "Der Dienst nimmt dieses Token nicht an, und vorerst auch kein anderes falsches von dieser Adresse.",
      next: "Prüfe, ob Zeichen fehlen: ein gültiges meldet sofort an. Administratoren können ein neues anlegen.",
    },
    aborted: {
      what: "Das wurde beendet, bevor es fertig war.",
      next: "Du kannst jederzeit neu beginnen.",
    },
    image_type: {
      what: `Diese Datei ist kein brauchbares Bild: Es muss ${images} sein.`,
      next: "Wähle eine andere Datei, oder speichere das Bild in einem dieser Formate.",
    },
    image_size: {
      what: "Dieses Bild ist größer, als der Dienst es nimmt.",
      next: "Verkleinere es, oder speichere es als JPEG oder WebP, und versuche es noch einmal.",
    },
    image_empty: {
      what: "Diese Datei ist leer.",
      next: "Wähle eine andere.",
    },
    image_level: {
      what: "Die Id dieser Etage ist länger als 64 Zeichen oder enthält ein Steuerzeichen.",
      next: "Gib der Etage zuerst eine andere Id.",
    },
    http_400: {
      what: "Der Dienst nimmt dieses Bild nicht an.",
      next: `Ist es wirklich ${images}? Der Grund steht darunter.`,
    },
    http_401: {
      what: "Du bist nicht mehr angemeldet.",
      next: "Melde dich wieder an; deine Änderungen bleiben hier.",
    },
    http_403: {
      what: "Du darfst hier keine Bilder ändern.",
      next: "Melde dich als Administrator an; bist du einer, steht der Grund darunter.",
    },
    http_404: {
      what: "Der Dienst hat unter dieser Adresse keinen Platz für Bilder.",
      next: "Vielleicht sind Seite und Dienst verschieden alt: Lade die Seite neu.",
    },
    http_405: {
      what: "Auf diese Weise nimmt der Dienst keine Bilder an.",
      next: "Vielleicht sind Seite und Dienst verschieden alt: Lade die Seite neu.",
    },
    http_408: {
      what: "Das Hochladen hat zu lange gedauert.",
      next: "Versuche es mit einer schnelleren Verbindung oder einem kleineren Bild.",
    },
    http_413: {
      what: "Dieses Bild ist dem Dienst zu groß.",
      next: "Verkleinere es, oder speichere es als JPEG oder WebP, und versuche es noch einmal.",
    },
    http_500: {
      what: "Im Dienst ist etwas schiefgegangen; das Bild wurde nicht behalten.",
      next: "Versuche es noch einmal. Der Grund steht im Protokoll des Dienstes.",
    },
    http_501: {
      what: "Auf der Platte des Dienstes kann eine Datei nur einen Namen haben, und Bilder brauchen zwei; nichts wurde geändert.",
      next: "Zuerst muss jemand die Daten des Dienstes auf ein anderes Dateisystem legen.",
    },
    http_503: {
      what: "Der Dienst nimmt gerade keine weiteren Bilder an.",
      next: "Warte einen Augenblick und versuche es noch einmal.",
    },
    http_507: {
      what: "Die Platte des Dienstes ist voll; nichts wurde geändert.",
      next: "Zuerst muss dort jemand Platz schaffen.",
    },
  },
  other: {
    what: "Das hat nicht geklappt.",
    next: "Versuche es noch einmal. Was der Dienst dazu sagt, steht darunter.",
  },
  said: "Der Dienst sagt:",
};
