# SPDX-License-Identifier: MIT
# Headless browsers, and a server with TLS for them: what the tests of pages share. Ends with 77 if there is no browser here.
import os
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
import inherited

try:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
except ImportError:
    sys.exit(77)
if not os.path.exists("/usr/bin/chromedriver") or not os.path.exists("/usr/bin/chromium"):
    sys.exit(77)

SECONDS = 300  # only a failure waits so long
browsers = []
os.environ["no_proxy"] = os.environ["NO_PROXY"] = "*"


def browser(url, authority):
    options = webdriver.ChromeOptions()
    for word in ("headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage", "disable-extensions",
                 "disable-background-networking", "no-proxy-server", "ignore-certificate-errors-spki-list=" + authority):
        options.add_argument("--" + word)
    options.binary_location = "/usr/bin/chromium"
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    made = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    browsers.append(made)
    made.set_script_timeout(SECONDS)
    made.get(url)
    return made


def run(page, script):
    """What an async function with this body gives, in a page."""
    value = page.execute_async_script(
        "const done = arguments[arguments.length - 1];"
        "(async () => {" + script + "})().then(done, (error) => done({ failed: String(error) }));")
    assert not (isinstance(value, dict) and "failed" in value), value
    return value


class Server:
    """With a certificate of its own, on a port that the system chose."""

    def __init__(self, folder, programs):
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                        "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", folder + "/key.pem",
                        "-out", folder + "/certificate.pem"], check=True, capture_output=True)
        self.folder = folder
        self.program = programs + "/pentad"
        self.listener = inherited.listen()
        self.url = "https://localhost:%d" % self.listener.getsockname()[1]
        self.log = open(folder + "/log", "w")
        with open(folder + "/pentad.conf", "w") as conf:
            for key, value in (("database", folder + "/pentad.db"), ("public_url", self.url), ("tls_port", "0"),
                               ("login_ms", "600000"), ("idle_ms", "600000"), ("first_move_ms", "600000"),
                               ("tls_certificate", folder + "/certificate.pem"), ("tls_key", folder + "/key.pem")):
                conf.write('%s = "%s"\n' % (key, value))
        self.start()

    def start(self):
        command = [self.program, "--port", "0", "--config", self.folder + "/pentad.conf"]
        self.process = inherited.start(self.listener, "listening_https", command, self.log)

    def stop(self):
        self.process.terminate()
        assert self.process.wait() == 0


def key_of(folder):
    """The one certificate that browsers take besides those of their own authorities."""
    return subprocess.run("openssl x509 -in %s/certificate.pem -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst "
                          "-sha256 -binary | base64" % folder, shell=True, check=True, capture_output=True, text=True).stdout.strip()


def main(play):
    """Runs a test with a server of the programs in the folder that the command line names."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder, sys.argv[1])
        try:
            play(server)
            server.stop()
        except BaseException:
            print(open(folder + "/log").read(), file=sys.stderr)
            server.process.kill()
            raise
        finally:
            for made in browsers:
                made.quit()
