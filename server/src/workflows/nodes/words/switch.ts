import type { NodeTexts } from "../node.ts";

/** The texts of `switch`. */
export const switchTexts: NodeTexts = {
  en: {
    title: "Switch",
    help: "Takes the branch of the first case that matches",
    keywords: ["if", "branch", "case", "router"],
    settings: {
      value: { name: "Value", help: "The value to compare with the cases." },
      "cases.conditions": {
        name: "Conditions",
        help: "A rule that a customer built, or a list of conditions.",
      },
      "cases.values": {
        name: "Record to check",
        help: "Conditions then look up their left side in this record.",
      },
      "cases.handle": { name: "Branch", help: "Its name; several cases may lead to the same branch." },
    },
  },
  de: {
    title: "Verzweigung",
    help: "Wählt anhand eines Werts einen von mehreren Wegen",
    keywords: ["verzweigung", "fall", "weiche"],
    settings: {
      value: { name: "Wert", help: "Womit die Fälle verglichen werden." },
      "cases.conditions": {
        name: "Bedingungen",
        help: "Eine Regel, die ein Kunde erstellt hat, oder eine Liste von Bedingungen.",
      },
      "cases.values": {
        name: "Geprüfter Datensatz",
        help: "Bedingungen suchen ihre linke Seite dann in diesem Datensatz.",
      },
      "cases.handle": { name: "Zweig", help: "Sein Name; mehrere Fälle können zum selben Zweig führen." },
    },
  },
  fr: {
    title: "Aiguillage",
    help: "Suit l’un de plusieurs chemins selon une valeur",
    keywords: ["branche", "cas", "routeur"],
    settings: {
      value: { name: "Valeur", help: "Ce à quoi les cas sont comparés." },
      "cases.conditions": {
        name: "Conditions",
        help: "Une règle créée par un client, ou une liste de conditions.",
      },
      "cases.values": {
        name: "Enregistrement à vérifier",
        help: "Les conditions y cherchent alors leur partie gauche.",
      },
      "cases.handle": { name: "Branche", help: "Son nom ; plusieurs cas peuvent mener à la même branche." },
    },
  },
  es: {
    title: "Selector",
    help: "Sigue uno de varios caminos según un valor",
    keywords: ["rama", "caso", "selector"],
    settings: {
      value: { name: "Valor", help: "Con qué se comparan los casos." },
      "cases.conditions": {
        name: "Condiciones",
        help: "Una regla creada por un cliente o una lista de condiciones.",
      },
      "cases.values": {
        name: "Registro que se comprueba",
        help: "Las condiciones buscan entonces su lado izquierdo en este registro.",
      },
      "cases.handle": { name: "Rama", help: "Su nombre; varios casos pueden llevar a la misma rama." },
    },
  },
  ja: {
    title: "分岐",
    help: "値によって複数の経路のいずれかに進みます",
    keywords: ["分岐", "ケース", "ルーター"],
    settings: {
      value: { name: "値", help: "各ケースと比べる値。" },
      "cases.conditions": { name: "条件", help: "顧客が作ったルール、または条件のリスト。" },
      "cases.values": { name: "調べるレコード", help: "条件は左辺をこのレコードから探します。" },
      "cases.handle": { name: "分岐", help: "分岐の名前。複数のケースが同じ分岐に進めます。" },
    },
  },
};
