import type { NodeTexts } from "../node.ts";

/** The texts of `loop`. */
export const loopTexts: NodeTexts = {
  en: {
    title: "Loop",
    help: "Repeats steps for each item of a list",
    keywords: ["for each", "foreach", "iterate", "repeat"],
    settings: {
      items: { name: "List", help: "The steps after `item` run once for each of its items." },
      concurrency: {
        name: "At the same time",
        help: "How many items run at once; with 1 they run in order.",
      },
      batch_size: { name: "Items per batch", help: "Used if items come in batches." },
    },
  },
  de: {
    title: "Schleife",
    help: "Wiederholt Schritte für jeden Eintrag einer Liste",
    keywords: ["für jeden", "wiederholen", "iteration"],
    settings: {
      items: { name: "Liste", help: "Die Schritte nach `item` laufen einmal für jeden Eintrag." },
      concurrency: {
        name: "Gleichzeitig",
        help: "Wie viele Einträge zugleich laufen; mit 1 laufen sie der Reihe nach.",
      },
      batch_size: { name: "Einträge je Gruppe", help: "Gilt, wenn Einträge in Gruppen kommen." },
    },
  },
  fr: {
    title: "Boucle",
    help: "Répète des étapes pour chaque élément d’une liste",
    keywords: ["pour chaque", "itérer", "répéter"],
    settings: {
      items: { name: "Liste", help: "Les étapes après `item` s’exécutent une fois par élément." },
      concurrency: { name: "En même temps", help: "Combien d’éléments à la fois ; avec 1, dans l’ordre." },
      batch_size: { name: "Éléments par lot", help: "Utilisé si les éléments viennent par lots." },
    },
  },
  es: {
    title: "Bucle",
    help: "Repite pasos para cada elemento de una lista",
    keywords: ["para cada", "iterar", "repetir"],
    settings: {
      items: { name: "Lista", help: "Los pasos después de `item` se ejecutan una vez por elemento." },
      concurrency: { name: "A la vez", help: "Cuántos elementos se ejecutan a la vez; con 1, en orden." },
      batch_size: { name: "Elementos por lote", help: "Se usa si los elementos van en lotes." },
    },
  },
  ja: {
    title: "ループ",
    help: "リストの項目ごとにステップを繰り返します",
    keywords: ["それぞれ", "反復", "繰り返し"],
    settings: {
      items: { name: "リスト", help: "`item` の後のステップが項目ごとに 1 回実行されます。" },
      concurrency: { name: "同時実行数", help: "同時に処理する項目の数。1 なら順番に処理します。" },
      batch_size: { name: "まとめる件数", help: "項目をまとめて渡す場合に使います。" },
    },
  },
};
