import type { ErrorsTexts } from "../en/errors.ts";

const images = "PNG, JPEG, WebP oder SVG";

export const errors: ErrorsTexts = {
  problems: {
    conflict: {
      what: "Inzwischen hat jemand anderes gespeichert.",
      next: "Beide Änderungen wurden zusammengeführt; prüfe sie und speichere noch einmal.",
    },
    not_loaded: {
      what: "Der Server hat gerade keinen Plan, mit dem er arbeiten kann.",
      next: "Versuche es bald noch einmal. Bleibt es dabei, steht der Grund im Protokoll des Servers.",
    },
    not_found: {
      what: "Das gibt es nicht mehr.",
      next: "Lade die Liste neu: Der Verlauf behält die letzten 20 Versionen.",
    },
    invalid_yaml: {
      what: "Dieser Text ist kein gültiges YAML.",
      next: "Korrigiere ihn an der genannten Stelle; der Plan wurde nicht geändert.",
    },
    invalid_format: {
      what: "Der Server kann das so nicht annehmen.",
      next: "Der Grund steht darunter. Es wurde nichts gespeichert, deine Änderungen sind noch da.",
    },
    unauthorized: {
      what: "Dafür hast du nicht die nötigen Rechte.",
      next: "Melde dich mit einem Token an, das dies darf, oder frage einen Administrator.",
    },
    overloaded: {
      what: "Der Server ist überlastet.",
      next: "Warte einen Moment und versuche es noch einmal; deine Änderungen sind noch da.",
    },
    too_many_subscriptions: {
      what: "Diese Seite hat den Plan zu oft abonniert.",
      next: "Lade die Seite neu.",
    },
    id_reuse: {
      what: "Seite und Server sind nicht mehr synchron.",
      next: "Lade die Seite neu; ungespeicherte Änderungen kannst du danach wiederherstellen.",
    },
    unknown_command: {
      what: "Der Server kennt diesen Befehl nicht.",
      next: "Vielleicht haben Seite und Server verschiedene Versionen: Lade die Seite neu, oder aktualisiere den Server.",
    },
    unknown_error: {
      what: "Auf dem Server ist etwas schiefgegangen.",
      next: "Versuche es noch einmal. Bleibt es dabei, steht der Grund im Protokoll des Servers.",
    },
    not_changed: {
      what: "Die Änderung wurde nicht ausgeführt.",
      next: "Der Grund steht darunter.",
    },
    unexpected_answer: {
      what: "Unerwartete Antwort vom Server.",
      next: "Vielleicht haben Seite und Server verschiedene Versionen: Lade die Seite neu.",
    },
    offline: {
      what: "Der Server ist nicht erreichbar.",
      next: "Deine Änderungen bleiben hier. Die Seite verbindet sich von selbst wieder; versuche es dann noch einmal.",
    },
    connection_lost: {
      what: "Die Verbindung ging verloren, bevor eine Antwort kam.",
      next: "Vielleicht wurde die Änderung ausgeführt, vielleicht nicht: Sobald die Seite wieder verbunden ist, zeigt sie es.",
    },
    outcome_unknown: {
      what: "Noch ist nicht bekannt, ob das gespeichert wurde.",
      next: "Die Seite klärt es und zeigt es hier an; bis dahin bleiben deine Änderungen, wie sie sind.",
    },
    timeout: {
      what: "Der Server hat zu lange nicht geantwortet.",
      next: "Versuche es bei besserer Verbindung noch einmal.",
    },
    no_mesh: {
      what: "Dieses Netz kann nicht ausgelesen werden.",
      next: "Prüfe die Integration in Home Assistant, und lies es dann noch einmal aus.",
    },
    too_many_codes: {
      what: "Es wurden zu viele Codes eingegeben.",
      next: "Warte eine Minute vor dem nächsten; jeder weitere verlängert die Wartezeit.",
    },
    invalid_auth: {
      what: "Der Server nimmt dieses Token nicht an.",
      next: "Prüfe, ob Zeichen fehlen, oder bitte einen Administrator um ein neues.",
    },
    home_assistant_unavailable: {
      what: "Home Assistant ist nicht erreichbar.",
      next: "Versuche es gleich noch einmal. Bleibt es dabei, prüfe, ob Home Assistant läuft.",
    },
    origin_refused: {
      what: "Der Dienst hält diese Seite für eine fremde.",
      next: "Der Proxy vor dem Dienst muss den Namen aus der Adresszeile weitergeben (Host), oder der Dienst muss mit ihm in --origins gestartet werden.",
    },
    sign_in_refused: {
      what: "Home Assistant hat dich nicht angemeldet.",
      next: "Melde dich noch einmal an: Vielleicht hat die Anmeldung zu lange gedauert, oder dein Benutzer dort ist nicht aktiv.",
    },
    sign_in_strange: {
      what: "Diese Anmeldung wurde nicht in diesem Tab begonnen.",
      next: "Melde dich in diesem Tab noch einmal an, und lass ihn dabei offen.",
    },
    link_used: {
      what: "Dieser Link wurde schon benutzt.",
      next: "Bitte um einen neuen: Jeder Link gilt einmal, auf einem Gerät. Hat ihn niemand geöffnet, den du kennst, lass sein Token widerrufen.",
    },
    link_ended: {
      what: "Dieser Link ist abgelaufen.",
      next: "Bitte um einen neuen, und öffne ihn rechtzeitig.",
    },
    link_unknown: {
      what: "Dieser Link ist nicht oder nicht mehr gültig.",
      next: "Prüfe, ob er ganz kopiert wurde, oder bitte um einen neuen.",
    },
    link_banned: {
      what: "Dieser Link ist nicht gültig, und deine Adresse ist vorerst gesperrt.",
      next: "Bitte um einen neuen: Ein gültiger Link meldet dich trotzdem an.",
    },
    access_ended: {
      what: "Dein Zugang ist beendet.",
      next: "Der Server nimmt dieses Token nicht mehr an. Bitte einen Administrator um einen neuen Link oder ein neues Token, oder melde dich neu an.",
    },
    session_ended: {
      what: "Deine Anmeldung mit Home Assistant ist beendet.",
      next: "Melde dich noch einmal an. Die Anmeldung wurde dort beendet oder lange nicht benutzt, oder dein Benutzer ist nicht mehr aktiv.",
    },
    ingress_refused: {
      what: "Home Assistant sagt nicht, wer du bist.",
      next: "Lade die Seite neu. Bleibt es dabei, bitte einen Administrator, Home Assistant zu aktualisieren.",
    },
    suspended: {
      what: "Der Anbieter hat dieses Zuhause vorübergehend gesperrt.",
      next: "Nichts davon ist verloren, und es kommt hier von selbst zurück. Wenn du nicht weißt, warum, frage den Anbieter.",
    },
    banned: {
      what: "Dieses Token ist nicht gültig, und deine Adresse ist vorerst gesperrt.",
      next: "Prüfe, ob Zeichen fehlen: Mit einem gültigen Token kannst du dich trotzdem anmelden. Administratoren können ein neues erstellen.",
    },
    aborted: {
      what: "Das wurde abgebrochen, bevor es fertig war.",
      next: "Du kannst jederzeit neu beginnen.",
    },
    image_type: {
      what: `Diese Datei ist kein verwendbares Bild: Es muss ${images} sein.`,
      next: "Wähle eine andere Datei, oder speichere das Bild in einem dieser Formate.",
    },
    image_size: {
      what: "Dieses Bild ist größer, als der Server erlaubt.",
      next: "Verkleinere es, oder speichere es als JPEG oder WebP, und versuche es noch einmal.",
    },
    image_empty: {
      what: "Diese Datei ist leer.",
      next: "Wähle eine andere Datei.",
    },
    image_level: {
      what: "Die ID dieser Etage ist länger als 64 Zeichen oder enthält ein Steuerzeichen.",
      next: "Gib der Etage zuerst eine andere ID.",
    },
    http_400: {
      what: "Der Server nimmt dieses Bild nicht an.",
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
      what: "Unter dieser Adresse speichert der Server keine Bilder.",
      next: "Vielleicht haben Seite und Server verschiedene Versionen: Lade die Seite neu.",
    },
    http_405: {
      what: "Auf diese Weise nimmt der Server keine Bilder an.",
      next: "Vielleicht haben Seite und Server verschiedene Versionen: Lade die Seite neu.",
    },
    http_408: {
      what: "Das Hochladen hat zu lange gedauert.",
      next: "Versuche es mit einer schnelleren Verbindung oder einem kleineren Bild.",
    },
    http_413: {
      what: "Dieses Bild ist zu groß für den Server.",
      next: "Verkleinere es, oder speichere es als JPEG oder WebP, und versuche es noch einmal.",
    },
    http_500: {
      what: "Auf dem Server ist etwas schiefgegangen; das Bild wurde nicht gespeichert.",
      next: "Versuche es noch einmal. Bleibt es dabei, steht der Grund im Protokoll des Servers.",
    },
    http_501: {
      what: "Bilder brauchen Hardlinks, und das Dateisystem des Servers kennt keine; es wurde nichts geändert.",
      next: "Verschiebe die Daten des Servers auf ein anderes Dateisystem.",
    },
    http_429: {
      what: "Hier wurden in der letzten Minute zu viele Bilder hochgeladen.",
      next: "Versuche es in einer Minute noch einmal.",
    },
    http_503: {
      what: "Der Server nimmt gerade keine weiteren Uploads an.",
      next: "Warte einen Moment und versuche es noch einmal.",
    },
    http_507: {
      what: "Die Festplatte des Servers ist voll; es wurde nichts geändert.",
      next: "Schaffe dort Platz, und versuche es noch einmal.",
    },
  },
  other: {
    what: "Das hat nicht geklappt.",
    next: "Versuche es noch einmal. Die Meldung des Servers steht darunter.",
  },
  said: "Meldung des Servers:",
};
