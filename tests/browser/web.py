# SPDX-License-Identifier: MIT
# web.py FOLDER: the page of client/web, used as people do. Somebody who opens the address plays the computer and takes a
# name; two find each other, their game goes through a kill of the server, and one has the other come by a link. FOLDER has the built pentad.
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select, WebDriverWait

from driver import SECONDS, browser, key_of, main


def wait(page, what, until):
    """Until a function of the page gives something, which is returned."""
    return WebDriverWait(page, SECONDS, 0.05).until(lambda _: until(), what)


def find(page, selector):
    return wait(page, selector, lambda: next(iter(page.find_elements(By.CSS_SELECTOR, selector)), None))


def press(page, text):
    button = wait(page, text, lambda: next((one for one in page.find_elements(By.CSS_SELECTOR, "button, a")
                                            if one.text == text and one.is_enabled()), None))
    button.click()


def choose(page, label, value):
    field = wait(page, label, lambda: next((one for one in page.find_elements(By.CSS_SELECTOR, "label")
                                            if one.text.startswith(label)), None))
    Select(field.find_element(By.CSS_SELECTOR, "select")).select_by_value(value)


def marks(page):
    return len(page.find_elements(By.CSS_SELECTOR, ".board .cell:has(.mark):not(:has(.pending))"))


def place(page, square):
    before = marks(page)
    wait(page, "a turn", lambda: page.find_elements(By.CSS_SELECTOR, "[data-square='%s'].legal" % square))
    find(page, "[data-square='%s']" % square).click()
    wait(page, square, lambda: marks(page) > before)


def says(page, text):
    wait(page, text, lambda: text in find(page, ".task [role=status]").text)


def play_computer(page):
    choose(page, "Game", "mini")
    press(page, "Play the computer")
    wait(page, "the turn", lambda: page.find_elements(By.CSS_SELECTOR, ".cell.legal"))
    before = marks(page)
    place(page, page.find_element(By.CSS_SELECTOR, ".cell.legal").get_attribute("data-square"))
    wait(page, "an answer", lambda: marks(page) >= before + 2)
    press(page, "Resign")
    press(page, "Resign")
    says(page, "You lost: resignation.")
    press(page, "To the lobby")


def type_into(page, label, text):
    """Into the first field of that label."""
    field = wait(page, label, lambda: next((one for one in page.find_elements(By.CSS_SELECTOR, "label") if one.text == label), None))
    field.find_element(By.CSS_SELECTOR, "input").send_keys(text)


def take_a_name(page):
    """A guest becomes an account, is told the recovery code once, and comes back by name and password."""
    guest = find(page, "header .me").text
    find(page, "header .me").click()
    type_into(page, "Name", "Anna")
    type_into(page, "Password", "correct horse")
    press(page, "Take a name")
    wait(page, "the recovery code", lambda: len(find(page, ".secret").text) > 10)
    press(page, "I have written it down")
    wait(page, "the name", lambda: guest != find(page, "header .me").text == "Anna")
    assert page.execute_script("return document.cookie;") == "", "scripts see the token"
    press(page, "Log out")
    wait(page, "nobody", lambda: find(page, "header .me").text == "Log in")
    for field in page.find_elements(By.CSS_SELECTOR, "form:last-of-type input"):
        field.send_keys("correct horse" if field.get_attribute("type") == "password" else "anna")
    page.find_elements(By.CSS_SELECTOR, "form:last-of-type button")[0].click()
    wait(page, "the name again", lambda: find(page, "header .me").text == "Anna")
    press(page, "Leaderboard")
    find(page, ".standings")
    press(page, "Pentad")


def play_each_other(server, anna, boris):
    choose(anna, "Game", "mini")
    choose(boris, "Игра", "mini")
    press(anna, "Find an opponent")
    press(boris, "Найти соперника")
    for page in (anna, boris):
        find(page, ".board")
    wait(anna, "whose turn it is", lambda: any(page.find_elements(By.CSS_SELECTOR, ".cell.legal") for page in (anna, boris)))
    first, second = (anna, boris) if anna.find_elements(By.CSS_SELECTOR, ".cell.legal") else (boris, anna)
    for turn, square in enumerate(("b2", "a1", "b1", "a2", "b3")):
        mover, other = (first, second) if turn % 2 == 0 else (second, first)
        if turn == 2:
            server.process.kill()
            server.process.wait()
            for page in (anna, boris):
                wait(page, "the loss of the line", lambda page=page: find(page, "header .connection").text != "")
            server.start()
        place(mover, square)
        wait(other, "the same board", lambda: marks(other) == turn + 1)
    says(anna, "You won: row completed." if first is anna else "You lost: row completed.")
    says(boris, "Вы выиграли: " if first is boris else "Вы проиграли: ")
    find(anna, "header .me").click()
    press(anna, "Your games")
    find(anna, ".score.won" if first is anna else ".score.lost")
    press(anna, "Look")
    wait(anna, "the end", lambda: marks(anna) == 5)
    find(anna, "[aria-label='To the beginning']").click()
    wait(anna, "the empty board", lambda: marks(anna) == 0)
    find(anna, "[aria-label='One move on']").click()
    wait(anna, "the first stone", lambda: anna.find_elements(By.CSS_SELECTOR, "[data-square='b2'] .mark.x"))


def invite(anna, boris):
    """A link for a friend is a table that waits for whoever has it."""
    press(boris, "На главную")
    press(boris, "Ссылка для друга")
    address = wait(boris, "the address", lambda: find(boris, "[readonly]").get_attribute("value"))
    anna.get(address)
    press(anna, "See who invites")
    press(anna, "Play")
    for page in (anna, boris):
        wait(page, "the table", lambda page=page: "/room/" in page.current_url and page.find_elements(By.CSS_SELECTOR, ".board .cell"))


def change_looks(page):
    """A setting holds at once, and on another day."""
    press(page, "Settings")
    choose(page, "Pieces", "stones")
    for _ in range(2):
        wait(page, "stones", lambda: page.execute_script("return document.documentElement.dataset.pieces;") == "stones")
        page.refresh()


def come_back_as_nobody(page):
    """A cookie that is worth nothing, as after a login that was ended elsewhere, keeps nobody from playing."""
    cookie = min(page.get_cookies(), key=lambda one: len(one["name"]))  # the other one is the device
    page.delete_cookie(cookie["name"])
    page.add_cookie({"name": cookie["name"], "value": "0" * 64, "path": "/", "secure": True, "httpOnly": True, "sameSite": "Strict"})
    page.refresh()
    wait(page, "nobody", lambda: find(page, "header .me").text == "Log in")
    press(page, "Pentad")
    press(page, "Play the computer")
    wait(page, "the table", lambda: page.find_elements(By.CSS_SELECTOR, ".board .cell"))


def play(server):
    anna, boris = [browser(server.url + "/", key_of(server.folder)) for _ in range(2)]
    Select(find(boris, "footer select")).select_by_value("ru")
    play_computer(anna)
    take_a_name(anna)
    play_each_other(server, anna, boris)
    invite(anna, boris)
    change_looks(anna)
    come_back_as_nobody(anna)
    for page in (anna, boris):
        severe = [line for line in page.get_log("browser") if line["level"] == "SEVERE" and "WebSocket" not in line["message"]
                  and "ERR_CONNECTION_REFUSED" not in line["message"]]
        assert not severe, severe


main(play)
