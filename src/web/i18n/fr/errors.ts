import type { ErrorsTexts } from "../en/errors.ts";

const images = "PNG, JPEG, WebP ou SVG";

export const errors: ErrorsTexts = {
  problems: {
    conflict: {
      what: "Quelqu’un d’autre a enregistré entre-temps.",
      next: "Ses modifications et les vôtres ont été fusionnées : vérifiez-les, puis enregistrez de nouveau.",
    },
    not_loaded: {
      what: "Le serveur n’a pas de plan utilisable pour le moment.",
      next: "Réessayez bientôt. Si cela persiste, la raison se trouve dans le journal du serveur.",
    },
    not_found: {
      what: "Cela n’existe plus.",
      next: "Rechargez la liste : l’historique conserve les 20 dernières versions.",
    },
    invalid_yaml: {
      what: "Ce texte n’est pas du YAML valide.",
      next: "Corrigez-le à l’endroit indiqué ; le plan n’a pas été modifié.",
    },
    invalid_format: {
      what: "Le serveur ne peut pas accepter cela.",
      next: "La raison est indiquée ci-dessous. Rien n’a été enregistré, et vos modifications sont toujours là.",
    },
    unauthorized: {
      what: "Vous n’avez pas les droits nécessaires.",
      next: "Connectez-vous avec un jeton qui le permet, ou adressez-vous à un administrateur.",
    },
    overloaded: {
      what: "Le serveur est surchargé.",
      next: "Patientez un instant, puis réessayez ; vos modifications sont toujours là.",
    },
    too_many_subscriptions: {
      what: "Cette page a trop d’abonnements au plan.",
      next: "Rechargez la page.",
    },
    id_reuse: {
      what: "La page et le serveur ne sont plus synchronisés.",
      next: "Rechargez la page ; vous pourrez ensuite restaurer les modifications non enregistrées.",
    },
    unknown_command: {
      what: "Le serveur ne connaît pas cette commande.",
      next: "La page et le serveur sont peut-être de versions différentes : rechargez la page, ou mettez le serveur à jour.",
    },
    unknown_error: {
      what: "Une erreur s’est produite sur le serveur.",
      next: "Réessayez. Si cela persiste, la raison se trouve dans le journal du serveur.",
    },
    not_changed: {
      what: "La modification n’a pas été effectuée.",
      next: "La raison est indiquée ci-dessous.",
    },
    unexpected_answer: {
      what: "Réponse inattendue du serveur.",
      next: "La page et le serveur sont peut-être de versions différentes : rechargez la page.",
    },
    offline: {
      what: "Le serveur est injoignable.",
      next: "Vos modifications restent ici. La page se reconnecte toute seule ; réessayez ensuite.",
    },
    connection_lost: {
      what: "La connexion a été perdue avant la réponse.",
      next: "La modification a peut-être été effectuée, peut-être pas : la page le montrera dès qu’elle sera reconnectée.",
    },
    outcome_unknown: {
      what: "On ne sait pas encore si cela a été enregistré.",
      next: "La page le vérifie et l’indiquera ici ; d’ici là, vos modifications restent telles quelles.",
    },
    timeout: {
      what: "Le serveur a mis trop de temps à répondre.",
      next: "Réessayez quand la connexion sera meilleure.",
    },
    no_mesh: {
      what: "Ce réseau ne peut pas être lu.",
      next: "Vérifiez l’intégration dans Home Assistant, puis relisez-le.",
    },
    too_many_codes: {
      what: "Trop de codes ont été saisis.",
      next: "Attendez une minute avant le prochain ; chaque code de plus allonge l’attente.",
    },
    invalid_auth: {
      what: "Le serveur n’accepte pas ce jeton.",
      next: "Vérifiez qu’il est complet, ou demandez-en un nouveau à un administrateur.",
    },
    home_assistant_unavailable: {
      what: "Home Assistant est injoignable.",
      next: "Réessayez dans un instant. Si cela persiste, vérifiez que Home Assistant fonctionne.",
    },
    origin_refused: {
      what: "Le service prend cette page pour une page étrangère.",
      next: "Le proxy placé devant le service doit transmettre le nom de la barre d’adresse (Host), ou le service doit être démarré avec ce nom dans --origins.",
    },
    sign_in_refused: {
      what: "Home Assistant ne vous a pas connecté.",
      next: "Connectez-vous de nouveau : la connexion a peut-être pris trop de temps, ou votre utilisateur n’y est pas actif.",
    },
    sign_in_strange: {
      what: "Cette connexion n’a pas été commencée dans cet onglet.",
      next: "Reconnectez-vous dans cet onglet et gardez-le ouvert pendant ce temps.",
    },
    link_used: {
      what: "Ce lien a déjà été utilisé.",
      next: "Demandez-en un nouveau : chaque lien sert une fois, sur un seul appareil. Si personne de votre connaissance ne l’a ouvert, faites révoquer son jeton.",
    },
    link_ended: {
      what: "Ce lien a expiré.",
      next: "Demandez-en un nouveau et ouvrez-le à temps.",
    },
    link_unknown: {
      what: "Ce lien n’est pas valable, ou ne l’est plus.",
      next: "Vérifiez qu’il a été copié en entier, ou demandez-en un nouveau.",
    },
    link_banned: {
      what: "Ce lien n’est pas valable, et votre adresse est bloquée pour l’instant.",
      next: "Demandez-en un nouveau : un lien valable connecte malgré tout.",
    },
    access_ended: {
      what: "Votre accès a pris fin.",
      next: "Le serveur n’accepte plus ce jeton. Demandez un nouveau lien ou jeton à un administrateur, ou connectez-vous de nouveau.",
    },
    session_ended: {
      what: "Votre connexion avec Home Assistant est terminée.",
      next: "Connectez-vous de nouveau. La connexion a été fermée là-bas ou n’a pas servi depuis longtemps, ou votre utilisateur n’est plus actif.",
    },
    ingress_refused: {
      what: "Home Assistant ne dit pas qui vous êtes.",
      next: "Rechargez la page. Si cela persiste, demandez à un administrateur de mettre à jour Home Assistant.",
    },
    suspended: {
      what: "Le fournisseur a suspendu ce logement.",
      next: "Rien n’en est perdu, et il revient ici de lui-même. Si vous ne savez pas pourquoi, demandez au fournisseur.",
    },
    banned: {
      what: "Ce jeton n’est pas valable, et votre adresse est bloquée pour l’instant.",
      next: "Vérifiez qu’il est complet : un jeton valable connecte malgré tout. Un administrateur peut en créer un nouveau.",
    },
    aborted: {
      what: "L’opération a été annulée avant la fin.",
      next: "Vous pouvez la recommencer quand vous voulez.",
    },
    image_type: {
      what: `Ce fichier n’est pas une image utilisable : il faut du ${images}.`,
      next: "Choisissez un autre fichier, ou enregistrez l’image dans l’un de ces formats.",
    },
    image_size: {
      what: "Cette image est plus grande que ce que le serveur accepte.",
      next: "Réduisez-la, ou enregistrez-la en JPEG ou en WebP, puis réessayez.",
    },
    image_empty: {
      what: "Ce fichier est vide.",
      next: "Choisissez un autre fichier.",
    },
    image_level: {
      what: "L’identifiant de cet étage dépasse 64 caractères ou contient un caractère de contrôle.",
      next: "Donnez d’abord un autre identifiant à l’étage.",
    },
    http_400: {
      what: "Le serveur n’accepte pas cette image.",
      next: `Est-elle bien au format ${images} ? La raison est indiquée ci-dessous.`,
    },
    http_401: {
      what: "Vous n’êtes plus connecté.",
      next: "Reconnectez-vous ; vos modifications restent ici.",
    },
    http_403: {
      what: "Vous n’avez pas le droit de modifier les images ici.",
      next: "Connectez-vous en tant qu’administrateur ; si vous l’êtes déjà, la raison est indiquée ci-dessous.",
    },
    http_404: {
      what: "Le serveur ne conserve pas d’images à cette adresse.",
      next: "La page et le serveur sont peut-être de versions différentes : rechargez la page.",
    },
    http_405: {
      what: "Le serveur n’accepte pas les images de cette façon.",
      next: "La page et le serveur sont peut-être de versions différentes : rechargez la page.",
    },
    http_408: {
      what: "L’envoi a pris trop de temps.",
      next: "Réessayez avec une connexion plus rapide ou une image plus petite.",
    },
    http_413: {
      what: "Cette image est trop grande pour le serveur.",
      next: "Réduisez-la, ou enregistrez-la en JPEG ou en WebP, puis réessayez.",
    },
    http_500: {
      what: "Une erreur s’est produite sur le serveur ; l’image n’a pas été conservée.",
      next: "Réessayez. Si cela persiste, la raison se trouve dans le journal du serveur.",
    },
    http_501: {
      what: "Les images ont besoin de liens physiques, que le système de fichiers du serveur n’a pas ; rien n’a été modifié.",
      next: "Déplacez les données du serveur sur un autre système de fichiers.",
    },
    http_429: {
      what: "Trop d’images ont été envoyées ici au cours de la dernière minute.",
      next: "Réessayez dans une minute.",
    },
    http_503: {
      what: "Le serveur n’accepte plus d’images pour le moment.",
      next: "Patientez un instant, puis réessayez.",
    },
    http_507: {
      what: "Le disque du serveur est plein ; rien n’a été modifié.",
      next: "Libérez-y de la place, puis réessayez.",
    },
  },
  other: {
    what: "Cela n’a pas fonctionné.",
    next: "Réessayez. Le message du serveur est indiqué ci-dessous.",
  },
  said: "Message du serveur :",
};
