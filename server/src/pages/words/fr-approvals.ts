import { defineTexts } from "./texts.ts";

/** French texts of approvals. */
export const frApprovals = defineTexts({
  "approval.approve": "Approuver",
  "approval.reject": "Refuser",
  "approval.approved": "Approuvé",
  "approval.rejected": "Refusé",
  "approval.approvedTitle": "Approuvé : {title}",
  "approval.rejectedTitle": "Refusé : {title}",
  "approval.askTitle": "Approuver : {title}",
  "approval.comment": "Commentaire",
  "approval.dueFail": "Veuillez décider avant le {time}. Ensuite, aucune décision ne sera plus possible.",
  "approval.dueApprove":
    "Veuillez décider avant le {time}. Ensuite, la demande sera considérée comme approuvée.",
  "approval.dueReject":
    "Veuillez décider avant le {time}. Ensuite, la demande sera considérée comme refusée.",
  "approval.timedOutApproved":
    "Personne n’a décidé avant le {time} : la demande est considérée comme approuvée.",
  "approval.timedOutRejected":
    "Personne n’a décidé avant le {time} : la demande est considérée comme refusée.",
  "approval.thanks": "Merci, c’est terminé. Vous pouvez fermer cette page.",
  "approval.decided": "La décision a déjà été prise ; vous n’avez plus rien à faire.",
  "approval.early": "Un instant, s’il vous plaît",
  "approval.earlyText":
    "{workflow} n’en est pas encore à cette décision. Cette page s’actualise d’elle-même.",
  "approval.ended": "Il n’y a plus rien à décider",
  "approval.endedText": "Le processus qui demandait cette décision est terminé.",
  "approval.timedOut": "Le délai de cette approbation est dépassé",
  "approval.timedOutTitle": "Délai dépassé : {title}",
  "approval.timedOutText":
    "La décision pouvait être prise jusqu’au {time}, et personne ne l’a fait. Demandez à la personne qui vous a envoyé ce lien si elle est encore nécessaire.",
  "approval.dead": "Ce lien ne fonctionne pas",
  "approval.deadText":
    "Il est incomplet, ou ce à quoi il se rapporte a été supprimé. Veuillez utiliser le lien tel que vous l’avez reçu.",

  "call.asks": "{asker} demande à effectuer cette opération pour le compte {account}.",
  "call.safe": "Rien ne se passera sans votre approbation.",
  "call.agent": "Un agent",
  "call.namedAgent": "Un agent qui se nomme « {name} »",
  "call.action": "Il s’agit de l’action {action}.",
  "call.workflow": "Il s’agit du workflow {workflow}.",
  "call.noDetails": "L’appel ne comporte aucun détail.",
  "call.destructive": "Cette opération peut modifier ou supprimer quelque chose définitivement",
  "call.lookClosely": "Examinez-la attentivement.",
  "call.due": "Veuillez décider avant le {time}. Ensuite, elle ne pourra plus être approuvée.",
  "call.approved": "La demande a été approuvée.",
  "call.rejected": "La demande a été refusée.",
  "call.approvedOn": "La demande a été approuvée le {time}.",
  "call.rejectedOn": "La demande a été refusée le {time}.",
  "call.running": "Elle est en cours d’exécution.",
  "call.completed": "Elle a été exécutée.",
  "call.errored": "Son exécution a échoué.",
  "call.denied": "Elle n’a pas été exécutée.",
  "call.expired": "Cette demande a expiré",
  "call.expiredTitle": "Expirée : {title}",
  "call.expiredText":
    "Elle pouvait être approuvée jusqu’au {time}. Personne ne l’ayant fait, elle n’a pas été exécutée.",

  "assistants.title": "Connecter un assistant IA",
  "assistants.intro":
    "Ajoutez l’une de ces adresses à votre assistant en tant que connecteur (serveur MCP). Il vous enverra ensuite ici pour autoriser l’accès.",
  "assistants.withdrawn": "L’accès a été révoqué.",
  "assistants.empty": "Il n’y a encore rien à quoi connecter un assistant.",
  "assistants.haveAccess": "Assistants autorisés",
  "assistants.address": "Adresse",
  "assistants.howTo": "Comment l’ajouter à votre assistant",
  "assistants.claude": "Customize (ou Settings) → Connectors → + → Add custom connector ; URL : {url}",
  "assistants.chatgpt":
    "Settings → Apps → Advanced settings → Developer mode ; puis Settings → Apps → Create app ; MCP server URL : {url} ; authentification : OAuth",
  "assistants.claudeCode": "Claude Code, dans un terminal",
  "assistants.cursor": "Cursor, dans .cursor/mcp.json",
  "assistants.vscode": "VS Code, dans .vscode/mcp.json",
  "assistants.getCode": "Obtenir un code à usage unique",
  "assistants.anotherCode": "Obtenir un autre code",
  "assistants.codeHelp": "Saisissez-le lorsqu’il vous sera demandé de vous identifier.",
  "assistants.code": "Votre code à usage unique",
  "assistants.codeText":
    "{code} Il fonctionne une seule fois, pendant dix minutes. Ne le donnez à personne : quiconque le détient peut agir en votre nom.",
  "assistants.used": "{server}, depuis le {since}, dernière utilisation le {used}",
  "assistants.notUsed": "{server}, depuis le {since}, pas encore utilisé",
  "assistants.withdraw": "Révoquer",
  "assistants.withdrawOf": "Révoquer l’accès de {name}",

  "consent.signInTitle": "Identification",
  "consent.signIn": "Identifiez-vous pour connecter {assistant}",
  "consent.signInText": "Confirmez que vous êtes client de {product}.",
  "consent.code": "Code à usage unique",
  "consent.codeHelp":
    "Vous l’obtenez dans {product}, sous « Connecter un assistant IA ». Il fonctionne une seule fois, pendant dix minutes.",
  "consent.codeWrong":
    "Ce code est incorrect, a expiré ou a déjà été utilisé. Veuillez en obtenir un nouveau.",
  "consent.codeWarning":
    "Ne saisissez le code que si vous venez vous-même de commencer à connecter {assistant}. Aucune personne qui vous appelle ou vous écrit n’en a besoin.",
  "consent.continue": "Continuer",
  "consent.cancel": "Annuler",
  "consent.title": "Autoriser {assistant} ?",
  "consent.question": "Autoriser {assistant} à utiliser {product} ?",
  "consent.account": "Compte : {account}",
  "consent.who": "Qui fait la demande",
  "consent.what": "Ce qui sera possible",
  "consent.use": "Utiliser les outils de {server} en votre nom, jusqu’à la révocation de l’accès",
  "consent.useDescribed": "Utiliser les outils de {server} en votre nom, jusqu’à la révocation de l’accès :",
  "consent.change": "Lire et modifier des données dans :",
  "consent.actions": { one: "{count} action", other: "{count} actions" },
  "consent.workflows": { one: "{count} workflow", other: "{count} workflows" },
  "consent.read":
    "Lire également vos exécutions récentes et la configuration de vos applications (sans les mots de passe).",
  "consent.vouched":
    "Ce nom est déclaré par {host}. Ne continuez que si vous faites confiance à cette adresse.",
  "consent.unverified": "Non vérifié",
  "consent.unverifiedName": "{name} (non vérifié)",
  "consent.unnamed": "une application",
  "consent.unverifiedText":
    "C’est seulement le nom qu’elle se donne ; n’importe qui peut le choisir. Ne continuez que si vous êtes à l’origine de cette demande.",
  "consent.returns": "Si vous l’autorisez, vous serez redirigé vers {place}.",
  "consent.returnsHere":
    "Si vous l’autorisez, vous serez redirigé vers {place}. Ne continuez que si vous avez commencé ici.",
  "consent.thisComputer": "une application sur cet ordinateur ({place})",
  "consent.allow": "Autoriser",
  "consent.deny": "Ne pas autoriser",
  "consent.goingBack": "Retour vers {name}…",
  "consent.sentBack": "Vous êtes redirigé.",
  "consent.ended": "Cette identification a pris fin",
  "consent.endedText":
    "Elle a duré trop longtemps, est déjà terminée ou a commencé dans un autre navigateur. Veuillez vous reconnecter depuis votre assistant.",
  "consent.tooManyCodes": "Trop de codes incorrects",
  "consent.tooManyCodesText": "Veuillez vous reconnecter depuis votre assistant, avec un nouveau code.",
  "consent.goBack": "Retour",
  "consent.broken": "Impossible de continuer",
  "consent.brokenText":
    "{application} a fait une demande à laquelle il est impossible de répondre. Veuillez recommencer à partir de là.",
  "consent.sender": "L’application qui vous a envoyé ici",
  "consent.makers": "Pour ses développeurs : {reason}",
  "consent.tooOften": "Trop de tentatives",
  "consent.tooOftenText": "Veuillez patienter une minute, puis vous reconnecter depuis votre assistant.",
  "consent.strangeForm": "Veuillez vous reconnecter depuis votre assistant.",
});
