/** Selenium with Debian's chromedriver. */
import { Builder, By, until } from "selenium-webdriver";
import { Options, ServiceBuilder } from "selenium-webdriver/chrome.js";
import { environmentOf, executablePath, neededFlags } from "../chromium.mjs";

const driverPath = process.env.CHROMEDRIVER || "/usr/bin/chromedriver";

export async function openSelenium({ headful, proxy, person, display }) {
  const options = new Options();
  options.setChromeBinaryPath(executablePath);
  options.addArguments(...neededFlags(proxy), ...(headful ? [] : ["--headless=new"]));
  const service = new ServiceBuilder(driverPath).setEnvironment(environmentOf(person, display));
  const browser = await new Builder()
    .forBrowser("chrome")
    .setChromeOptions(options)
    .setChromeService(service)
    .build();
  const element = (selector) => browser.findElement(By.css(selector));
  return {
    close: () => browser.quit(),
    goto: (url) => browser.get(url),
    reached: (path) => browser.wait(until.urlContains(path), 30_000),
    fill: (selector, text) => element(selector).sendKeys(text),
    select: (selector, value) => element(`${selector} option[value="${value}"]`).click(),
    click: (selector) => element(selector).click(),
    evaluate: (work, argument) => browser.executeScript(work, argument),
    evaluateAsPage: (work) => browser.executeScript(work),
  };
}
