import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInChromium } from "./chromium.ts";
import { consent } from "./consent.ts";
import {
  addressOf,
  type ElementCompany,
  fits,
  hears,
  isAccessible,
  openApplication,
  startElementCompany,
} from "./element-company.ts";

const UNKNOWN_TOKEN = "a".repeat(43);
const SHAPE = `(({ fontFamily }, { borderRadius }, { colorScheme }) => ({ fontFamily, borderRadius, colorScheme }))(
  ...["body", ".app", "html"].map((name) => getComputedStyle(document.querySelector(name))))`;

let company: ElementCompany;
beforeAll(async () => {
  company = await startElementCompany();
});
afterAll(() => company?.close());

describeInChromium(
  "<junctor-connect> on a page of another origin, with hostile styles and a strict policy",
  (browser) => {
    test("a customer connects by key, sets up and disconnects, in German at 320 px, with the product's branding", async () => {
      const { context, page, complaints, frame } = await company.open(browser(), {
        viewport: { width: 320, height: 640 },
      });
      const look = 'lang="de" accent="#0d7a5f" radius="4" font="Georgia, serif" scheme="dark"';
      await page.goto(addressOf(company.product, `token="${await company.tokenOf("key")}" ${look}`));
      await frame.getByRole("link", { name: "Stockroom" }).waitFor();
      await fits(page);
      const inner = page.frames()[1];
      expect(await inner?.evaluate("document.documentElement.lang")).toBe("de");
      expect(await inner?.evaluate(SHAPE)).toMatchObject({
        fontFamily: expect.stringMatching(/^Georgia, serif/),
        borderRadius: "4px",
        colorScheme: "dark",
      });
      await isAccessible(page, complaints);

      await openApplication(frame, "Stockroom");
      await frame.getByLabel("Stockroom key").fill(company.thirdParty.stockroomKey);
      await frame.getByRole("button", { name: "Verbinden" }).click();
      await hears(page, ["connected stockroom"]);
      await frame.getByRole("switch").check();
      await frame.getByRole("button", { name: "Speichern" }).click();
      await hears(page, ["connected stockroom", "configured stockroom"]);
      await fits(page);
      await isAccessible(page, complaints);
      await frame.getByRole("link", { name: "Trennen" }).click();
      await frame.getByRole("button", { name: /trennen/i }).click();
      await hears(page, ["connected stockroom", "configured stockroom", "disconnected stockroom"]);
      expect(complaints).toEqual([]);
      await context.close();
    });

    test("CSS variables set the style, in Japanese at 320 px, and an attribute takes precedence over its variable", async () => {
      const { context, page, complaints, frame } = await company.open(browser(), {
        viewport: { width: 320, height: 640 },
      });
      const token = await company.tokenOf("styled");
      await page.goto(addressOf(company.product, `token="${token}" id="styled" lang="ja" radius="9"`));
      await frame.getByRole("link", { name: "Stockroom" }).waitFor();
      await fits(page);
      const inner = page.frames()[1];
      expect(await inner?.evaluate("document.documentElement.lang")).toBe("ja");
      const look = { fontFamily: expect.stringMatching(/^Georgia, serif/), colorScheme: "dark" };
      expect(await inner?.evaluate(SHAPE)).toMatchObject({ ...look, borderRadius: "9px" });
      await page.evaluate("document.querySelector('#styled').removeAttribute('radius')");
      await expect
        .poll(async () =>
          page
            .frames()[1]
            ?.evaluate(SHAPE)
            .catch(() => undefined),
        )
        .toMatchObject({ ...look, borderRadius: "6px" });
      await frame.getByRole("link", { name: "Stockroom" }).waitFor();
      await isAccessible(page, complaints);
      await context.close();
    });

    test("the portal follows changed theme variables, and stays where it is", async () => {
      const { context, page, complaints, frame } = await company.open(browser());
      await page.goto(addressOf(company.product, `token="${await company.tokenOf("themed")}" id="styled"`));
      await openApplication(frame, "Stockroom");
      const address = `document.querySelector("#styled").shadowRoot.querySelector("iframe").src`;
      const before = await page.evaluate<string>(address);
      await page.evaluate(`document.documentElement.className = "wide"`);
      expect(await page.evaluate(address)).toBe(before);
      await page.evaluate(`document.documentElement.className = "wide day"`);
      expect(await page.evaluate(address)).toMatch(/\/apps\/stockroom\?background=%23fffdf8&.*scheme=light/);
      await frame.getByLabel("Stockroom key").waitFor();
      await isAccessible(page, complaints);
      const inner = page.frames().at(-1);
      expect(await inner?.evaluate("getComputedStyle(document.body).backgroundColor")).toBe(
        "rgb(255, 253, 248)",
      );
      await page.evaluate(`document.querySelector("#styled").setAttribute("lang", "de")`);
      await frame.getByRole("heading", { level: 1, name: "Stockroom" }).waitFor();
      await frame.getByRole("button", { name: "Verbinden" }).waitFor();
      await context.close();
    });

    test.each(["de", "ja"])(
      "OAuth2 opens its window on the click and closes it by itself, at 320 px, in the language %s",
      async (lang) => {
        const { context, page, complaints, frame } = await company.open(browser(), {
          viewport: { width: 320, height: 640 },
        });
        const token = await company.tokenOf(`window-${lang}`);
        await page.goto(addressOf(company.product, `token="${token}" application="ledgerly" lang="${lang}"`));
        await fits(page);
        const opened = page.waitForEvent("popup");
        await frame.getByRole("button", { name: /Ledgerly/ }).click();
        const popup = await opened;
        const closed = popup.waitForEvent("close");
        await consent(popup);
        await closed;
        await hears(page, ["connected ledgerly"]);
        await fits(page);
        await isAccessible(page, complaints);
        await context.close();
      },
    );

    test("if windows are blocked, the page goes to the portal and back, in Japanese", async () => {
      const { context, page, complaints, frame } = await company.open(browser());
      await context.addInitScript("window.open = () => null");
      const address = addressOf(
        company.product,
        `token="${await company.tokenOf("blocked")}" application="ledgerly" lang="ja"`,
      );
      await page.goto(address);
      await frame.getByRole("button", { name: /Ledgerly/ }).click();
      await page.waitForURL(/\/connect\/[^/]+\/apps\/ledgerly\?/);
      await page.getByRole("button", { name: /Ledgerly/ }).click();
      await consent(page);
      await page.waitForURL(/outcome=connected/);
      await page.getByRole("link", { name: /に戻る$/ }).click();
      await page.waitForURL(address);
      await hears(page, ["connected ledgerly"]);
      expect(complaints).toEqual([]);
      await context.close();
    });

    test("several work on one page, can be removed and added again, and an expired token is replaced", async () => {
      const { context, page, complaints } = await company.open(browser());
      const [first, second] = [await company.tokenOf("first"), await company.tokenOf("second")];
      await page.goto(
        addressOf(
          company.product,
          `token="${first}" id="a"`,
          `token="${second}" id="b" application="stockroom"`,
        ),
      );
      const [a, b] = [page.frameLocator("#a iframe"), page.frameLocator("#b iframe")];
      await a.getByRole("link", { name: "Stockroom" }).waitFor();
      await b.getByLabel("Stockroom key").fill(company.thirdParty.stockroomKey);
      await b.getByRole("button", { name: "Connect" }).click();
      await hears(page, ["connected stockroom"]);

      await page.evaluate("window.kept = document.querySelector('#a'); kept.remove()");
      await page.evaluate("document.querySelector('main').append(kept)");
      await a.getByRole("link", { name: "Stockroom" }).waitFor();

      await page.evaluate(`kept.setAttribute("token", "${UNKNOWN_TOKEN}")`);
      const ended = ["connected stockroom", "error TOKEN_ENDED", "token-needed "];
      await hears(page, ended);
      await page.evaluate(`kept.removeAttribute("token")`);
      await hears(page, [...ended, "error TOKEN_MISSING", "token-needed "]);
      await page.evaluate(`kept.setAttribute("token", "${first}")`);
      await a.getByRole("link", { name: "Stockroom" }).waitFor();
      // The browser itself reports the page of the expired link, which was answered with 410.
      expect(complaints.filter((text) => !text.includes("410"))).toEqual([]);
      await context.close();
    });

    test("on a page of an unlisted origin, it shows nothing and says so", async () => {
      const { context, page } = await company.open(browser());
      await page.goto(addressOf(company.stranger, `token="${await company.tokenOf("strange")}"`));
      await hears(page, ["error NO_ANSWER"]);
      expect(await page.frameLocator("junctor-connect iframe").getByRole("link").count()).toBe(0);
      await context.close();
    });
  },
);
