"""Trains a prior-fitted network on drawn tables for some minutes, on a GPU where there is one, and exports it.

    python pretrain.py FOLDER --minutes 30 [--width 64 --layers 3 ...]

FOLDER/checkpoint.pt is written every two minutes and taken up by the next call, so that minutes may be had in pieces;
FOLDER/network.safetensors holds the averaged weights in half precision, for the engine.
"""
import argparse
import json
import math
import os
import time
from concurrent.futures import ProcessPoolExecutor

import numpy
import torch
from safetensors.torch import save_file
from torch.nn.functional import cross_entropy

from draw_tables import draw_batch
from network import CENTRES, CODE, MOST_SPREADS, PriorFittedNetwork, hide_absent


def read_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--minutes", type=float, required=True)
    parser.add_argument("--planned", type=float, help="minutes of all calls together, over which the rate falls; default: these")
    parser.add_argument("--width", type=int, default=64)
    parser.add_argument("--heads", type=int, default=4)
    parser.add_argument("--layers", type=int, default=3)
    parser.add_argument("--summaries", type=int, default=8)
    parser.add_argument("--cells", type=int, default=16_000, help="cells of a batch")
    parser.add_argument("--rows", type=int, default=400, help="most rows of a table")
    parser.add_argument("--columns", type=int, default=20, help="most columns of a table")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--workers", type=int, default=0, help="processes that draw tables; 0: none beside this one")
    return parser.parse_args()


def draw_shape(seed, options, hardness):
    """Columns and rows of a batch, both even in their logarithm, and the task; easy tables have few columns."""
    random = numpy.random.default_rng([seed, 1])
    most = 3 + hardness * (options.columns - 3)
    columns = int(numpy.exp(random.uniform(math.log(1 + hardness), math.log(most + 1))))
    rows = int(numpy.exp(random.uniform(math.log(60), math.log(options.rows))))
    return max(1, options.cells // (rows * (columns + 1))), rows, columns, random.random() < 0.5, hardness


def draw_tables(seed, shape):
    return draw_batch([seed, 2], *shape)


def batches(start, options, hardness):
    """Batches in the order of their seeds, drawn ahead by other processes where there are any."""
    if options.workers == 0:
        for seed in range(start, 1 << 40):
            shape = draw_shape(seed, options, hardness())
            yield seed, shape, draw_tables(seed, shape)
    with ProcessPoolExecutor(options.workers) as pool:
        ahead = []
        for seed in range(start, 1 << 40):
            shape = draw_shape(seed, options, hardness())
            ahead.append((seed, shape, pool.submit(draw_tables, seed, shape)))
            if len(ahead) > 6 * options.workers:
                first, shape, drawn = ahead.pop(0)
                yield first, shape, drawn.result()


def loss_of(network, inputs, targets, is_class, known):
    codes = torch.randn(len(inputs), inputs.shape[2], CODE, device=inputs.device)
    if is_class:
        scores = hide_absent(network(inputs, targets, known, True, codes), targets, known)
        truth = targets[:, known:].long()
        seen = (scores.gather(-1, truth[..., None])[..., 0] > -29).float()
        losses = cross_entropy(scores.transpose(1, 2), truth, reduction="none")
        return (losses * seen).sum() / seen.sum().clamp(min=1)
    first = targets[:, :known]
    mean, spread = first.mean(1, keepdim=True), first.std(1, keepdim=True, correction=0).clamp(min=1e-6)
    y = ((targets - mean) / spread).clamp(-MOST_SPREADS, MOST_SPREADS)
    scores = network(inputs, y, known, False, codes)
    centres = CENTRES.to(inputs.device)
    shares = share_bins(y[:, known:], centres)
    by_bins = -(shares * scores.log_softmax(-1)).sum(-1).mean()
    return 0.3 * by_bins + (scores.softmax(-1) @ centres - y[:, known:]).square().mean()


def share_bins(y, centres):
    """Shares a number between the two nearest centres, so that the mean of the bins is the number."""
    high = torch.searchsorted(centres, y.contiguous().clamp(float(centres[0]), float(centres[-1]))).clamp(1, len(centres) - 1)
    part = ((y - centres[high - 1]) / (centres[high] - centres[high - 1])).clamp(0, 1)
    shares = torch.zeros(*y.shape, len(centres), device=y.device)
    return shares.scatter(-1, high[..., None] - 1, (1 - part)[..., None]).scatter(-1, high[..., None], part[..., None])


def rate_at(spent, planned, most):
    """Rises over the first 2 % and falls along a cosine to 2 %."""
    share = min(1.0, spent / planned)
    return most * min(1.0, share / 0.02 + 0.02) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * share)))


class Training:
    """The network with all that a later call needs to go on."""

    def __init__(self, options):
        self.options, self.started = options, time.monotonic()
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.network = PriorFittedNetwork(options.width, options.heads, options.layers, options.summaries).to(self.device)
        self.optimizer = torch.optim.AdamW(self.network.parameters(), lr=options.rate, betas=(0.9, 0.98), weight_decay=0.01)
        self.averaged = {name: tensor.detach().clone() for name, tensor in self.network.named_parameters()}
        self.state = dict(step=0, tables=0, seconds=0.0)
        self.checkpoint = os.path.join(options.folder, "checkpoint.pt")
        if os.path.exists(self.checkpoint):
            self.take_up()
        self.before = self.state["seconds"]
        self.planned = 60 * (options.planned or self.before / 60 + options.minutes)

    def take_up(self):
        saved = torch.load(self.checkpoint, map_location=self.device)
        self.network.load_state_dict(saved["network"])
        self.optimizer.load_state_dict(saved["optimizer"])
        self.averaged, self.state = saved["averaged"], saved["state"]

    def keep(self):
        parts = dict(network=self.network.state_dict(), optimizer=self.optimizer.state_dict(), averaged=self.averaged, state=self.state)
        torch.save(parts, self.checkpoint + ".part")
        os.replace(self.checkpoint + ".part", self.checkpoint)
        export(self.network.shape, self.averaged, os.path.join(self.options.folder, "network.safetensors"), self.state)

    def spent(self):
        """Seconds of all calls."""
        return self.before + time.monotonic() - self.started

    def hardness(self):
        """Without easy tables first, hundreds of steps go by in which nothing is learned."""
        return min(1.0, 2 * self.spent() / self.planned)

    def step(self, seed, shape, inputs, targets):
        tables, rows, _, is_class, _ = shape
        known = int(rows * numpy.random.default_rng([seed, 3]).uniform(0.4, 0.9))
        inputs, targets = (torch.from_numpy(numbers).to(self.device) for numbers in (inputs, targets))
        with torch.autocast("cuda", torch.bfloat16, enabled=self.device == "cuda"):
            loss = loss_of(self.network, inputs, targets, is_class, known)
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        for group in self.optimizer.param_groups:
            group["lr"] = rate_at(self.spent(), self.planned, self.options.rate)
        self.optimizer.step()
        self.average()
        self.state = dict(step=seed + 1, tables=self.state["tables"] + tables, seconds=self.spent())
        return loss.detach()

    def average(self):
        """Weights averaged over about 200 steps answer better than the last ones."""
        share = 1 / min(self.state["step"] + 1, 200)
        with torch.no_grad():
            for name, tensor in self.network.named_parameters():
                self.averaged[name].lerp_(tensor, share)


def export(shape, tensors, path, state):
    halves = {name: tensor.to(torch.float16).cpu().contiguous() for name, tensor in tensors.items()}
    random = numpy.random.default_rng(41)
    halves["codes"] = torch.from_numpy(random.normal(size=(64, CODE))).to(torch.float16)
    save_file(halves, path, metadata={"prior": json.dumps(dict(shape, **state))})


def show(state, losses):
    means = {name: round(float(torch.stack(some).mean()), 4) for name, some in losses.items() if some}
    print(json.dumps(dict(state, seconds=round(state["seconds"]), **means)), flush=True)


def main():
    options = read_arguments()
    torch.manual_seed(int(time.time()))
    torch.set_num_threads(1)
    os.makedirs(options.folder, exist_ok=True)
    training = Training(options)
    kept, losses = time.monotonic(), dict(classes=[], numbers=[])
    for seed, shape, (inputs, targets) in batches(training.state["step"], options, training.hardness):
        losses["classes" if shape[3] else "numbers"].append(training.step(seed, shape, inputs, targets))
        if training.state["step"] % 100 == 0:
            show(training.state, losses)
            losses = dict(classes=[], numbers=[])
        if time.monotonic() - kept > 120:
            training.keep()
            kept = time.monotonic()
        if training.spent() - training.before > 60 * options.minutes:
            break
    training.keep()


if __name__ == "__main__":
    main()
